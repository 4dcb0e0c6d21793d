import { describe, expect, test } from 'vitest'
import { androidXml } from '../src/android/android-xml.ts'
import { composeXml } from '../src/android/compose-xml.ts'
import type { EntryEdit, Format } from '../src/format.ts'
import { type Content, convertOnto, unitsOf } from '../src/index.ts'

const resources = (...lines: readonly string[]) =>
  `<resources>\n${lines.map((line) => `    ${line}\n`).join('')}</resources>\n`
const array = (name: string, ...items: readonly string[]) => [
  `<string-array name="${name}">`,
  ...items.map((item) => `    <item>${item}</item>`),
  '</string-array>',
]
const SOURCE = resources('<string name="title">Sizes</string>', ...array('sizes', 'Small', 'Medium', 'Large'))
const TITLE = '<string name="title">Größen</string>'
const GERMAN = resources(TITLE, ...array('sizes', 'Klein', 'Mittel', 'Groß'))

const add = (at: number, text: string, name = 'sizes'): EntryEdit => {
  return { kind: 'add', path: [name, at], text, after: ['title'] }
}
const empty = (at: number): EntryEdit => ({ kind: 'set', name: `sizes.${at}`, text: '' })

describe.each([androidXml, composeXml])('arrays of a translation in $id', (format) => {
  const write = writer(format)

  test.each([
    ['the second item', [add(1, 'Mittel')]],
    ['the first item', [add(0, 'Klein')]],
    ['two of three items', [add(0, 'Klein'), add(1, 'Mittel')]],
  ])('%s alone is refused, also in a new file', (_, edits) => {
    expect(() => write(resources(TITLE), edits, SOURCE)).toThrow('incomplete-list: sizes.')
    expect(() => format.create(format.read(Buffer.from(SOURCE)), edits)).toThrow('incomplete-list: sizes.')
  })

  test('all items are written together', () => {
    const edits = [add(0, 'Klein'), add(1, 'Mittel'), add(2, 'Groß')]
    expect(write(resources(TITLE), edits, SOURCE)).toBe(GERMAN)
  })

  test('an item that the source file has in addition completes the array', () => {
    const shorter = resources(TITLE, ...array('sizes', 'Klein', 'Mittel'))
    expect(write(shorter, [add(2, 'Groß')], SOURCE)).toBe(GERMAN)
  })

  test.each([0, 1, 2])('emptying item %i of three is refused', (at) => {
    expect(() => write(GERMAN, [empty(at)], SOURCE)).toThrow(`incomplete-list: sizes.${at}`)
  })

  test('emptying all items removes the array, so that programs use that of the source language', () => {
    expect(write(GERMAN, [empty(2), empty(0), empty(1)], SOURCE)).toBe(resources(TITLE))
  })

  test('an empty item of the source file needs no text', () => {
    const source = resources(...array('sizes', 'Small', '', 'Large', ''))
    const edits = [add(0, 'Klein'), add(1, ''), add(2, 'Groß')]
    expect(write(resources(TITLE), edits, source)).toBe(
      resources(TITLE, ...array('sizes', 'Klein', '', 'Groß', '')),
    )
  })

  test('the file of the source language can have an empty item', () => {
    expect(write(SOURCE, [empty(1)], null)).toBe(SOURCE.replace('Medium', ''))
  })

  test('other texts of an incomplete array can be changed', () => {
    const shorter = resources(...array('sizes', 'Klein', 'Mittel'))
    const edits: readonly EntryEdit[] = [{ kind: 'set', name: 'sizes.0', text: 'Winzig' }]
    expect(write(shorter, edits, SOURCE)).toBe(shorter.replace('Klein', 'Winzig'))
  })
})

describe('references in arrays of Android', () => {
  const write = writer(androidXml)
  const source = resources(...array('sizes', 'Small', '@string/medium', 'Large', '@string/huge'))

  test('are copied from the source file', () => {
    const edits = [add(2, 'Groß'), add(0, 'Klein')]
    expect(write(resources(TITLE), edits, source)).toBe(
      resources(TITLE, ...array('sizes', 'Klein', '@string/medium', 'Groß', '@string/huge')),
    )
  })

  test('that the translation already has stay', () => {
    const german = resources(...array('sizes', 'Klein', '@string/mittel', '@null', '@string/riesig'))
    expect(write(german, [add(2, 'Groß')], source)).toBe(german.replace('@null', 'Groß'))
  })
})

function writer(format: Format) {
  return (file: string, edits: readonly EntryEdit[], model: string | null) => {
    const source = model === null ? null : format.read(Buffer.from(model))
    return new TextDecoder().decode(format.edit(format.read(Buffer.from(file)), edits, source))
  }
}

describe('an export onto the uploaded file', () => {
  const exported = (texts: readonly string[]) => {
    const imported = unitsOf(androidXml, androidXml.read(Buffer.from(GERMAN)).entries.values(), NO_PLURALS)
    const sources = unitsOf(androidXml, androidXml.read(Buffer.from(SOURCE)).entries.values(), NO_PLURALS)
    const german = imported.filter(
      ({ path }) => typeof path[1] !== 'number' || texts.includes(path.join('.')),
    )
    const content: Content = {
      sourceLanguage: 'en',
      syntax: 'printf',
      languages: new Map([
        ['en', sources],
        ['de', german],
      ]),
      keys: sources,
      encoding: null,
      format: null,
    }
    const view = { language: 'de', side: 'target' } as const
    const base = { bytes: Buffer.from(GERMAN), languages: [{ view, imported }] }
    const { bytes, report } = convertOnto(content, { format: androidXml, language: 'de' }, base)
    return [
      new TextDecoder().decode(bytes),
      ...report.map(({ code, examples }) => `${code} ${examples.map(({ name }) => name).join()}`),
    ]
  }

  test('keeps the text of an emptied item, and reports it', () => {
    expect(exported(['sizes.0', 'sizes.2'])).toEqual([GERMAN, 'list-incomplete sizes.1'])
  })

  test('removes an array without texts', () => {
    expect(exported([])).toEqual([resources(TITLE)])
  })
})

const NO_PLURALS = { cardinal: new Set<string>(), ordinal: new Set<string>(), old: new Set<string>() }
