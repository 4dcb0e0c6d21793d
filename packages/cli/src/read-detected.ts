import { readFileInside } from '@dragoman/server/sync'
import { CommandError } from './terminal.ts'

/** Reads a detected file. Throws CommandError if it has disappeared or cannot be read. */
export async function readDetected(folder: string, path: string): Promise<Uint8Array> {
  const file = await readFileInside(folder, path)
  if (file.kind === 'bytes') return file.bytes
  const reason = file.kind === 'missing' ? 'it is gone' : file.code.replaceAll('-', ' ')
  throw new CommandError(`${path} cannot be read: ${reason}.`)
}
