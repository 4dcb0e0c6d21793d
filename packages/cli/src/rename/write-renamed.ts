import { writeFileInside } from '../sync/write-file-inside.ts'
import { CommandError } from '../terminal.ts'
import type { CodeRenaming } from './rename-in-code.ts'
import type { RenamedNamespace } from './rename-in-files.ts'

/** Writes files and code one by one. Throws CommandError, with what was written, at the first that cannot be. */
export async function writeRenamed(
  root: string,
  { files }: Pick<RenamedNamespace, 'files'>,
  code: Pick<CodeRenaming, 'folder' | 'files'> | null,
): Promise<void> {
  const all = [
    ...files.map((file) => ({ ...file, folder: root })),
    ...(code?.files ?? []).map((file) => ({ ...file, folder: code?.folder ?? root })),
  ]
  const written: string[] = []
  for (const { folder, path, bytes, hash } of all) {
    try {
      if (!(await writeFileInside({ folder, path, bytes, expected: hash })))
        throw new CommandError(`${path} was changed by another program in the meantime and was not written.`)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      throw new CommandError(`${error.message} ${restText(written)}`)
    }
    written.push(path)
  }
}

/** What to do after a file could not be written: a second run continues. */
function restText(written: readonly string[]): string {
  const before = written.length === 0 ? 'No other file was written.' : `Written: ${written.join(', ')}.`
  return `${before} Run the same command again to rename the rest.`
}
