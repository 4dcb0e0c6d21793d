import { expect, test } from 'vitest'
import { xlsx } from '../src/xlsx/xlsx.ts'
import { workbookOf } from './xlsx-file.ts'

const cell = (raw: string): string => `<c t="str"><v>${raw}</v></c>`
const row = (key: string, text: string): string => `<row>${cell(key)}${cell(text)}</row>`
const computed = (key: string, text: string): string =>
  `<row><c t="str"><f>A1</f><v>${key}</v></c>${cell(text)}</row>`
const VIEW = { language: 'en', side: 'target' } as const
const textsOf = (bytes: Uint8Array) =>
  [...xlsx.read(bytes, VIEW).entries.values()].map(({ name, text }) => [name, text])

// Programs that have no shared strings write texts as the values of cells, with the same escapes.
test('a text that is the value of a cell has its escapes resolved', () => {
  const file = workbookOf({
    rows: `${row('key', 'en')}${row('a', 'a_x000d_&#10;b_x005F_x0041_')}${row('_x0062_', '_x0041_ &amp; B')}${computed('_x0063_', 'C')}`,
  })
  expect(textsOf(file)).toEqual([
    ['a', 'a\r\nb_x0041_'],
    ['b', 'A & B'],
    ['c', 'C'],
  ])
})

test('such a text is written with its escapes', () => {
  const file = workbookOf({ rows: `${row('key', 'en')}${row('a', 'old_x000D_')}${row('b', 'B_x000D_')}` })
  const edited = xlsx.edit(xlsx.read(file, VIEW), [{ kind: 'set', name: 'a', text: 'new\r _x000D_' }])
  expect(textsOf(edited)).toEqual([
    ['a', 'new\r _x000D_'],
    ['b', 'B\r'],
  ])
})
