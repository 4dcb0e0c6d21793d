import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ALL_FORMATS, entryOfUnit, keyOfEntry, pluralBasesOf, unitsOf } from '../src/index.ts'
import { viewsOf } from './laws/views.ts'

const FIXTURES = new URL('./fixtures/', import.meta.url)

test.each(ALL_FORMATS.map((format) => [format.id, format] as const))(
  '%s: keys and entries refer to one another',
  (id, format) => {
    for (const bytes of filesOf(id)) {
      for (const view of viewsOf(format, bytes, 'en').slice(0, 4)) {
        const { entries } = format.read(bytes, view)
        const list = [...entries.values()]
        const bases = pluralBasesOf(format, {
          known: [],
          files: [{ language: 'en', entries: list }],
          sourceLanguage: 'en',
        })
        const units = unitsOf(format, list, bases)
        expect(units.reduce((count, unit) => count + unit.present.length, 0)).toBe(list.length)
        for (const entry of list) {
          const key = keyOfEntry(format, entry, bases)
          const unit = units.find(
            (candidate) => candidate.name === key.name && candidate.plural === key.plural,
          )
          expect(unit?.forms[key.form] ?? '', entry.name).toBe(entry.text)
          const place = entryOfUnit(format, key, key.form)
          // An entry that looks plain and belongs to a plural key is found under its plain name.
          if (place?.name !== entry.name)
            expect([key.form, entry.unit, entry.name]).toEqual(['other', undefined, key.name])
        }
      }
    }
  },
)

function filesOf(id: string): readonly Uint8Array[] {
  const folder = new URL(`${id}/`, FIXTURES)
  return readdirSync(folder).flatMap((name) =>
    readdirSync(new URL(`${name}/`, folder))
      .filter((part) => part.startsWith('input.'))
      .map((part) => new Uint8Array(readFileSync(new URL(`${name}/${part}`, folder)))),
  )
}
