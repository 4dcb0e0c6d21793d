import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ALL_FORMATS, formatById, isWhole } from '../src/index.ts'
import { CORPUS, checkFile, type Sample } from './corpus/check-file.ts'
import { CORPUS_ABSENT, corpusFiles } from './corpus/files.ts'
import { CORPUS_FOLDERS } from './corpus/projects.ts'

// Files of real projects. They are next to the repository, not in it; without them there is nothing to test
// here.
/**
 * How much of a file is checked, so that this takes at most a minute. CORPUS_ENTRIES checks more texts of
 * each, whatever its size.
 */
const MORE = Number(process.env.CORPUS_ENTRIES ?? 0)
const SAMPLE: Sample =
  MORE > 0 ? { entries: MORE, bytes: Number.POSITIVE_INFINITY } : { entries: 6, bytes: 120_000 }

describe.skipIf(CORPUS_ABSENT !== '')(`real files${CORPUS_ABSENT}`, () => {
  test('every format has files of real projects', () => {
    const known = new Set(ALL_FORMATS.map((format) => format.id))
    for (const { format, folder } of CORPUS_FOLDERS) {
      if (known.has(format)) expect(corpusFiles(folder).length, folder).toBeGreaterThan(0)
    }
  })

  describe.each(CORPUS_FOLDERS.filter(({ format }) => formatById(format) !== null))('$folder', (folder) => {
    test.each(corpusFiles(folder.folder).map((path) => [relative(CORPUS, path), path]))('%s', (_, path) => {
      const outcome = checkFile(folder, path, SAMPLE)
      if (outcome.kind === 'invalid') {
        expect(outcome.hasPlace, 'is refused, with a place').toBe(true)
        return
      }
      expect(outcome.kind === 'checked' ? outcome.broken : []).toEqual([])
    })
  })

  test('a broken byte in the middle of a file is reported with its location or changes nothing', () => {
    for (const folder of CORPUS_FOLDERS) {
      const format = formatById(folder.format)
      const path = corpusFiles(folder.folder)[0]
      if (format === null || path === undefined) continue
      const bytes = new Uint8Array(readFileSync(path))
      bytes[Math.floor(bytes.length / 2)] = 0
      const document = format.read(bytes)
      if (isWhole(document)) expect(Buffer.from(format.edit(document, [])).equals(bytes)).toBe(true)
      else
        for (const issue of document.issues)
          expect(issue.span.start).toBeLessThanOrEqual(document.text.length)
    }
  })
})
