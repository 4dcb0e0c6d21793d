import { describe, expect, test } from 'vitest'
import { type EntryEdit, formatById } from '../src/index.ts'

const fileOf = (...items: readonly string[]): string =>
  `<resources>\n    <plurals name="items">\n${items.map((item) => `        ${item}\n`).join('')}    </plurals>\n</resources>\n`
const addition = (form: 'one' | 'few' | 'other', text: string): EntryEdit => ({
  kind: 'add',
  path: ['items', form],
  unit: { name: 'items', plural: 'cardinal', form, path: ['items'] },
  text,
  after: [],
})
const OTHER = '<item quantity="other">%d Dinge</item>'

function edit(text: string, ...edits: readonly EntryEdit[]): string {
  const format = formatById('android-xml')
  if (format === null) throw new Error('no such format')
  return Buffer.from(format.edit(format.read(Buffer.from(text)), edits)).toString()
}

describe('a quantity is not added twice', () => {
  test.each([
    ['a reference', '<item quantity="one">@string/one_item</item>'],
    ['@null', '<item quantity="one">@null</item>'],
    ['a reference, with blanks around the quantity', '<item quantity=" one ">@string/one_item</item>'],
  ])('next to %s', (_, item) => {
    expect(() => edit(fileOf(item, OTHER), addition('one', 'Ein Ding'))).toThrow('place-taken: items')
  })

  test('after it was removed, it is added again', () => {
    const file = fileOf('<item quantity="one">Ein Ding</item>', OTHER)
    expect(edit(file, { kind: 'remove', name: 'items\0one' }, addition('one', 'Ein anderes'))).toBe(
      fileOf('<item quantity="one">Ein anderes</item>', OTHER),
    )
  })

  test('others are added', () => {
    const reference = '<item quantity="one">@string/one_item</item>'
    expect(edit(fileOf(reference, OTHER), addition('few', 'Einige'))).toBe(
      fileOf(reference, '<item quantity="few">Einige</item>', OTHER),
    )
  })
})
