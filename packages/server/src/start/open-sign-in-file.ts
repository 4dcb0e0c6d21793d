import { originOf } from '../http/listen.ts'
import type { Log } from '../log.ts'
import { removeSignInFile, writeSignInFile } from '../sign-in-file.ts'
import type { OpenedParts } from './opened-parts.ts'
import type { ServerState } from './server-state.ts'

type SignInFileParts = {
  /** The served folder. */
  readonly folder: string
  readonly dataFolder: string
  readonly host: string
  readonly log: Log
  readonly state: Pick<ServerState, 'port' | 'isEnding'>
}

/** Opens the file by which `dragoman open` signs in. Returns what writes the current code into it. */
export function openSignInFile(
  opened: OpenedParts,
  { folder, dataFolder, host, log, state }: SignInFileParts,
): (code: string | null) => void {
  opened.add('sign-in-file', () => removeSignInFile(dataFolder))
  return (code) => {
    if (code === null || state.isEnding) return
    try {
      writeSignInFile(dataFolder, { pid: process.pid, folder, origin: originOf(host, state.port), code })
    } catch (error) {
      log({ level: 'warn', event: 'sign-in-file-not-written', error })
    }
  }
}
