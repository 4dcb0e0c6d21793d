import { errorCode, fileFaultOf, replaceFile } from '@dragoman/server/sync'
import { CommandError } from '../terminal.ts'

/**
 * Replaces a file as `replaceFile` does; false: another program has changed it in the meantime. Throws CommandError
 * with the name of the file (`shownAs`, otherwise its path) if it cannot be written.
 */
export async function writeFileInside(
  request: Parameters<typeof replaceFile>[0],
  shownAs: string = request.path,
): Promise<boolean> {
  const { kind } = await replaceFile(request).catch((error: unknown) => {
    throw cannotBeWritten(shownAs, error)
  })
  return kind === 'written'
}

/** Returns the error for a file or folder that cannot be written; a bug stays what it is. */
export function cannotBeWritten(name: string, error: unknown): unknown {
  const code = errorCode(error)
  return code === ''
    ? error
    : new CommandError(`${name} cannot be written: ${fileFaultOf(code).replaceAll('-', ' ')}.`)
}
