import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { CORPUS_FOLDERS } from './projects.ts'

/** Files of real projects, next to the repository. */
export const CORPUS = new URL('../../../../../shared/corpus/', import.meta.url).pathname

const lists = new Map<string, readonly string[]>()

/** Returns the files in the folder of one format, sorted; none if the corpus is missing. */
export function corpusFiles(folder: string): readonly string[] {
  const known = lists.get(folder)
  if (known !== undefined) return known
  const pattern = CORPUS_FOLDERS.find((candidate) => candidate.folder === folder)?.files ?? /./
  const path = join(CORPUS, folder)
  const files = existsSync(path)
    ? readdirSync(path, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((file) => pattern.test(file))
        .sort()
    : []
  lists.set(folder, files)
  return files
}
