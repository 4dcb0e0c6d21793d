import { relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CORPUS, checkFile } from './corpus/check-file.ts'
import { CORPUS_ABSENT, someCorpusFiles } from './corpus/files.ts'
import { CORPUS_FOLDERS } from './corpus/projects.ts'

// The smallest real file of each format; corpus.heavy.test.ts reads them all.
const SAMPLE = { entries: 6, bytes: 120_000 }
const cases = CORPUS_FOLDERS.flatMap((folder) =>
  someCorpusFiles(folder.folder)
    .slice(0, 1)
    .map((path) => [relative(CORPUS, path), folder, path] as const),
)

describe.skipIf(CORPUS_ABSENT !== '')(`real files${CORPUS_ABSENT}`, () => {
  test.each(cases)('%s is read and edited without a loss', (_, folder, path) => {
    expect(checkFile(folder, path, SAMPLE)).toMatchObject({ kind: 'checked', broken: [] })
  })
})
