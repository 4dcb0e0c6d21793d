import { existsSync, readdirSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** Third-party projects, next to the repository; without them the tests are skipped. */
const CORPUS = resolve(import.meta.dirname, '../../../../shared/corpus')
/** In the title of tests that have nothing to read. */
export const CORPUS_ABSENT = existsSync(CORPUS) ? '' : ' (skipped: the corpus is not next to this repository)'
/** One per kind; `CORPUS_PROJECTS=all` runs all formats. */
const QUICK = new Set(['i18next-json', 'gettext-po', 'csv', 'xliff-1.2', 'rails-yaml'])
export const CORPUS_FORMATS = existsSync(CORPUS)
  ? readdirSync(CORPUS, { withFileTypes: true })
      .flatMap((one) => (one.isDirectory() ? [one.name] : []))
      .filter((name) => process.env.CORPUS_PROJECTS === 'all' || QUICK.has(name))
  : []
/** Small enough to be read, sent and written in seconds. */
const BYTES_AT_MOST = 1_500_000
/** XLIFF 1.2 files within a project of version 2.0, which are reported with their position. */
const OF_ANOTHER_FORMAT = /bolt__core.*(?:pt_BR|(?:security|validators)\.zh_CN)\.xlf$/

/** Filters files for a copy of a project, excluding those whose format contradicts their names. */
export const isOfItsFormat = (path: string) => !OF_ANOTHER_FORMAT.test(path)

/** Returns the sufficiently small projects of a format, smallest first. */
export async function projectsOf(format: string): Promise<readonly string[]> {
  const sizes = new Map<string, number>()
  for (const { name } of await readdir(join(CORPUS, format), { withFileTypes: true })) {
    const folder = join(CORPUS, format, name)
    if (!(await stat(folder)).isDirectory()) continue
    const bytes = [...(await filesOf(folder)).values()].reduce((sum, file) => sum + file.length, 0)
    if (bytes > 0 && bytes <= BYTES_AT_MOST) sizes.set(folder, bytes)
  }
  return [...sizes].sort((a, b) => a[1] - b[1]).map(([folder]) => folder)
}

/** Returns all files below a folder by path, without the program's state. */
export async function filesOf(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const names = await readdir(folder, { recursive: true })
  const files = new Map<string, Buffer>()
  for (const name of names.sort()) {
    if (name.startsWith('.dragoman')) continue
    if ((await stat(join(folder, name))).isFile()) files.set(name, await readFile(join(folder, name)))
  }
  return files
}
