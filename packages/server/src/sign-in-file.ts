import { randomBytes } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * How `dragoman open` finds the server of a folder and signs in there: whoever can read it is the user who
 * runs the server.
 */
export type SignInFile = {
  readonly pid: number
  /** The folder that is served. */
  readonly folder: string
  /** `http://127.0.0.1:4400` */
  readonly origin: string
  /** The present one-time code. */
  readonly code: string
}

/**
 * Replaces the file in the data folder; only the user who runs the server can read it. Written before the
 * call returns: whoever used a code up can have the next one as soon as the answer is there.
 */
export function writeSignInFile(dataFolder: string, content: SignInFile): void {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const temporary = `${pathIn(dataFolder)}.${randomBytes(6).toString('hex')}`
  writeFileSync(temporary, JSON.stringify(content), { mode: 0o600, flag: 'wx' })
  renameSync(temporary, pathIn(dataFolder))
}

/** Null where no server wrote one, or what is there cannot be used. */
export async function readSignInFile(dataFolder: string): Promise<SignInFile | null> {
  try {
    const { pid, folder, origin, code } = JSON.parse(await readFile(pathIn(dataFolder), 'utf8')) as Record<
      string,
      unknown
    > // checked below
    if (
      typeof pid !== 'number' ||
      typeof folder !== 'string' ||
      typeof origin !== 'string' ||
      typeof code !== 'string'
    )
      return null
    return /^[\w-]+$/.test(code) && /^http:\/\/[\w.:[\]]+$/.test(origin)
      ? { pid, folder, origin, code }
      : null
  } catch {
    return null
  }
}

export async function removeSignInFile(dataFolder: string): Promise<void> {
  await rm(pathIn(dataFolder), { force: true })
}

function pathIn(dataFolder: string): string {
  return join(dataFolder, 'sign-in.json')
}
