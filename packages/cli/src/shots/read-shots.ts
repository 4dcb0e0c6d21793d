import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { api, type ScreenshotBody } from '@dragoman/contract'
import { errorCode } from '@dragoman/server/sync'
import { reasonOf } from '../file-error-text.ts'
import { CommandError } from '../terminal.ts'

/** A screenshot in a folder, ready to be sent. */
export type Shot = {
  /** Path of the file with the positions of its strings. */
  readonly file: string
  readonly body: ScreenshotBody
  readonly picture: Uint8Array<ArrayBuffer>
}

/**
 * Reads the screenshots of a folder: each is a `.json` with positions and a `.png` of the same name. All are
 * read before any is sent. Throws CommandError with the file and the field that cannot be read.
 */
export async function readShots(folder: string): Promise<readonly Shot[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error
    throw new CommandError(`There is no folder ${folder}. Tests write it: see docs/shots.md.`)
  })
  const files = names.filter((name) => name.endsWith('.json')).sort()
  if (files.length === 0)
    throw new CommandError(`${folder} has no screenshots. Tests write them: see docs/shots.md.`)
  return Promise.all(files.map((name) => readShot(join(folder, name))))
}

async function readShot(file: string): Promise<Shot> {
  const path = file.replace(/\.json$/, '.png')
  const bytes = await readFile(path).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw unreadable(path, error)
    throw new CommandError(`${basename(path)} is missing next to ${file}.`)
  })
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw unreadable(file, error)
  })
  const found = parse(file, text)
  const mark = sha256(JSON.stringify(found.strings ?? null)).slice(0, 32)
  try {
    const body = api.screenshots.save.body.parse({ ...found, image: sha256(bytes), mark })
    return { file, body, picture: new Uint8Array(bytes) }
  } catch (error) {
    const { issues = [] } = error as { issues?: readonly { path: readonly unknown[]; message: string }[] }
    const [issue] = issues
    if (issue === undefined) throw error
    throw new CommandError(`${file}, ${issue.path.join('.') || 'all of it'}: ${issue.message}.`)
  }
}

/** The error for a folder has no path. */
function unreadable(path: string, error: unknown): unknown {
  const code = errorCode(error)
  return code === '' ? error : new CommandError(`${path} cannot be read: ${reasonOf(code)}.`)
}

function parse(file: string, text: string): Readonly<Record<string, unknown>> {
  try {
    const found: unknown = JSON.parse(text)
    if (typeof found === 'object' && found !== null) return found as Readonly<Record<string, unknown>>
  } catch (error) {
    throw new CommandError(`${file}: ${error instanceof Error ? error.message : 'not JSON'}.`)
  }
  throw new CommandError(`${file} is not a screenshot.`)
}

function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
