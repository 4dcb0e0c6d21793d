import { type Forms, NO_FORMER_NAMES, type Unit, type UnitChange, unitId } from '@dragoman/core'
import { describe, expect, test } from 'vitest'
import { documentOf, formatOf } from '../../test/sync-sides.ts'
import { editFile } from './edit-file.ts'
import { hashOf } from './hash-of.ts'

const FORMAT = formatOf('android-xml')
const fileOf = (...items: readonly string[]) =>
  [
    '<resources>',
    '    <string name="title">Title</string>',
    ...(items.length === 0
      ? []
      : [
          '    <string-array name="sizes">',
          ...items.map((item) => `        <item>${item}</item>`),
          '    </string-array>',
        ]),
    '</resources>\n',
  ].join('\n')
const SOURCE = fileOf('Small', 'Medium', 'Large')

const unit = (path: Unit['path'], forms: Forms): Unit => {
  return { name: path.join('.'), path, plural: 'none', forms }
}
const change = (path: Unit['path'], before: string | null, after: string | null): UnitChange => {
  const of = (text: string | null) => (text === null ? null : unit(path, text === '' ? {} : { other: text }))
  return { id: unitId(unit(path, {})), before: of(before), after: of(after) }
}

/** Writes changes to a German file; returns it, and the texts that it cannot store. */
function write(file: string, toFile: readonly UnitChange[]) {
  const bytes = Buffer.from(file)
  const place = {
    path: 'values-de/strings.xml',
    language: 'de',
    namespace: 'strings',
    side: 'target' as const,
    row: null,
  }
  const order = [['title'], ['sizes', 0], ['sizes', 1], ['sizes', 2]].map((path) => unit(path, {}))
  const edited = editFile({
    format: FORMAT,
    parts: [{ place, document: documentOf(file, FORMAT), plan: { toFile, order } }],
    file: { bytes, hash: hashOf(bytes) },
    model: documentOf(SOURCE, FORMAT),
    sourceLanguage: 'en',
    keyIds: new Map(),
    sourceOf: () => undefined,
    formerNames: NO_FORMER_NAMES,
  })
  const text = new TextDecoder().decode(edited?.replacement?.bytes ?? bytes)
  return [
    text,
    ...(edited?.parts.flatMap(({ held }) => held.map(({ name, code }) => `${name} ${code}`)) ?? []),
  ]
}

describe('an array of Android in a translation', () => {
  test('is held back until all of its items have texts; other texts are written', () => {
    const some = [change(['title'], 'Title', 'Titel'), change(['sizes', 1], '', 'Mittel')]
    expect(write(fileOf(), some)).toEqual([fileOf().replace('>Title<', '>Titel<'), 'sizes.1 incomplete-list'])
    const all = [
      change(['sizes', 1], '', 'Mittel'),
      change(['sizes', 0], '', 'Klein'),
      change(['sizes', 2], '', 'Groß'),
    ]
    expect(write(fileOf(), all)).toEqual([fileOf('Klein', 'Mittel', 'Groß')])
  })

  test('is written although another text cannot be', () => {
    const changes = [
      change(['sizes', 0], '', 'Klein'),
      change(['title'], 'Title', 'a\0'),
      change(['sizes', 1], '', 'Mittel'),
      change(['sizes', 2], '', 'Groß'),
    ]
    expect(write(fileOf(), changes)).toEqual([fileOf('Klein', 'Mittel', 'Groß'), 'title not-representable'])
  })

  test('keeps the text of an item that is emptied alone', () => {
    const changes = [change(['sizes', 1], 'Mittel', ''), change(['sizes', 0], 'Klein', 'Winzig')]
    expect(write(fileOf('Klein', 'Mittel', 'Groß'), changes)).toEqual([
      fileOf('Winzig', 'Mittel', 'Groß'),
      'sizes.1 incomplete-list',
    ])
  })

  test('is removed when all of its items are emptied', () => {
    const changes = ['Klein', 'Mittel', 'Groß'].map((text, at) => change(['sizes', at], text, ''))
    expect(write(fileOf('Klein', 'Mittel', 'Groß'), changes)).toEqual([fileOf()])
  })

  test('has @null where a key was deleted', () => {
    const changes = [change(['sizes', 1], 'Mittel', null)]
    expect(write(fileOf('Klein', 'Mittel', 'Groß'), changes)).toEqual([fileOf('Klein', '@null', 'Groß')])
  })
})
