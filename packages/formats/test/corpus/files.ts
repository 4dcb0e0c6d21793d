import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CORPUS_FOLDERS } from './projects.ts'

/** Files of real projects, next to the repository. */
export const CORPUS = new URL('../../../../../shared/corpus/', import.meta.url).pathname

/** In the title of tests that have nothing to read. */
export const CORPUS_ABSENT = existsSync(CORPUS) ? '' : ' (skipped: the corpus is not next to this repository)'

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

/**
 * Returns the files in the folder of one format in `npm run test:all`, and the smallest of them that is valid
 * otherwise.
 */
export function someCorpusFiles(folder: string): readonly string[] {
  const files = corpusFiles(folder)
  if (process.env.DRAGOMAN_TEST_TIER === 'all') return files
  const invalid = CORPUS_FOLDERS.find((candidate) => candidate.folder === folder)?.invalid
  return files
    .filter((path) => !invalid?.test(path))
    .toSorted((one, other) => statSync(one).size - statSync(other).size)
    .slice(0, 1)
}
