import { randomBytes } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * How `dragoman open` finds the server of a folder and signs in there: only the user who runs the server can
 * read it.
 */
export type SignInFile = {
  readonly pid: number
  /** The served folder. */
  readonly folder: string
  /** `http://127.0.0.1:4400` */
  readonly origin: string
  /** The current one-time code. */
  readonly code: string
}

/**
 * Replaces the file in the data folder, which only the user who runs the server can read. Writes it before
 * returning, so that anyone who used a code can get the next one as soon as the answer arrives.
 */
export function writeSignInFile(dataFolder: string, content: SignInFile): void {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const temporary = `${pathIn(dataFolder)}.${randomBytes(6).toString('hex')}`
  writeFileSync(temporary, JSON.stringify(content), { mode: 0o600, flag: 'wx' })
  renameSync(temporary, pathIn(dataFolder))
}

/** Reads the file; null if there is none, or it is invalid. */
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
