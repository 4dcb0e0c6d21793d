import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type EntryPath, groupPlurals, i18nextSyntax, type PluralEntry } from '../src/index.ts'
import { entriesOf } from './entries-of.ts'
import { printMessage } from './print-message.ts'

/** Locale files of real projects, stored outside of the repository; without them the tests are skipped. */
const corpus = fileURLToPath(new URL('../../../../shared/corpus/i18next-json/', import.meta.url))
const isThere = existsSync(corpus)
const files = isThere
  ? readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
  : []

function entriesIn(value: unknown, path: EntryPath, found: PluralEntry[]): PluralEntry[] {
  if (typeof value === 'string') found.push({ name: path.join('.'), path, text: value })
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) entriesIn(item, [...path, index], found)
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) entriesIn(item, [...path, key], found)
  return found
}

describe.skipIf(!isThere)(
  isThere ? 'corpus of i18next files' : 'corpus of i18next files (not beside this checkout: skipped)',
  () => {
    test('has files', () => expect(files.length).toBeGreaterThan(50))

    test.each(files)('%s', (name) => {
      const entries = entriesIn(
        JSON.parse(readFileSync(corpus + name, 'utf8').replace(/^\ufeff/, '')),
        [],
        [],
      )
      for (const { text } of entries) expect(printMessage(i18nextSyntax.parse(text).parts)).toBe(text)
      const units = groupPlurals([{ language: 'en', entries }], 'en').get('en') ?? []
      const sorted = (list: readonly PluralEntry[]) => [...list].sort((a, b) => (a.name < b.name ? -1 : 1))
      expect(sorted(units.flatMap((unit) => entriesOf(unit)))).toEqual(
        sorted(entries.filter(({ text }) => text !== '')),
      )
    })

    const read = (name: string) => entriesIn(JSON.parse(readFileSync(corpus + name, 'utf8')), [], [])
    const grouped = (language: string, name: string) =>
      groupPlurals([{ language, entries: read(name) }], language).get(language) ?? []

    test('finds what is a plural in them, and what is not', () => {
      const excalidraw = grouped('en', 'excalidraw__excalidraw/packages/excalidraw/locales/en.json')
      expect(
        excalidraw
          .filter(({ name }) => name.includes('arrowhead_crowfoot'))
          .every(({ plural }) => plural === 'none'),
      ).toBe(true)
      const outline = grouped('en', 'outline__outline/shared/i18n/locales/en_US/translation.json')
      expect(outline.find(({ name }) => name === '{{ count }} documents starred')?.plural).toBe('cardinal-v3')
      const folo = grouped('en', 'RSSNext__Folo/locales/app/en.json')
      expect(folo.find(({ name }) => name === 'discover.search.results')).toMatchObject({
        plural: 'cardinal',
        path: ['discover.search.results'],
      })
    })
  },
)
