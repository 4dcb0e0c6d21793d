import { describe, expect, test } from 'vitest'
import type { Document, EntryEdit } from '../format.ts'
import { i18nextJson } from './i18next-json.ts'

const ADD: readonly EntryEdit[] = [
  { kind: 'add', path: ['menu', 'open'], text: 'Öffnen', after: [] },
  { kind: 'add', path: ['menu', 'close'], text: 'Schließen', after: ['menu.open'] },
]

describe('a new file', () => {
  test('without a model has two spaces, LF and a final newline', () => {
    expect(create(null)).toBe('{\n  "menu": {\n    "open": "Öffnen",\n    "close": "Schließen"\n  }\n}\n')
  })

  test('has the indentation, line ends, escapes and missing final newline of its model', () => {
    const model = read('{\r\n\t"menu" : {\r\n\t\t"open" : "\\u00e9"\r\n\t}\r\n}')
    expect(create(model)).toBe(
      '{\r\n\t"menu" : {\r\n\t\t"open" : "\\u00d6ffnen",\r\n\t\t"close" : "Schlie\\u00dfen"\r\n\t}\r\n}',
    )
  })

  test('is compact next to a compact file', () => {
    expect(create(read('{"a":"A","b":{"c":"C"}}'))).toBe('{"menu":{"open":"Öffnen","close":"Schließen"}}')
  })

  test('has the encoding of its model', () => {
    const model = i18nextJson.read(Buffer.from('\ufeff{}', 'utf16le'))
    expect(i18nextJson.read(i18nextJson.create(model, ADD)).encoding).toEqual({
      charset: 'utf-16le',
      bom: true,
    })
  })

  test('ignores a model that is not whole', () => {
    expect(create(read('{\n\t"a": "A",\n}'))).toContain('\n  "menu"')
  })

  test('can be empty', () => {
    expect(Buffer.from(i18nextJson.create(null, [])).toString()).toBe('{}\n')
  })
})

test('an empty file takes its style from the model', () => {
  const edited = i18nextJson.edit(read('{}'), ADD.slice(0, 1), read('{\n\t"a": "A"\n}\n'))
  expect(Buffer.from(edited).toString()).toBe('{\n\t"menu": {\n\t\t"open": "Öffnen"\n\t}\n}')
})

test('entries include the location of their value', () => {
  const { text, entries } = read('{ "a": { "b": "x\\u00e9" } }')
  const entry = entries.get('a.b')
  expect(entry).toEqual({ path: ['a', 'b'], name: 'a.b', text: 'xé', span: { start: 14, end: 23 } })
  expect(text.slice(14, 23)).toBe('"x\\u00e9"')
})

function create(model: Document | null): string {
  return Buffer.from(i18nextJson.create(model, ADD)).toString()
}

function read(text: string): Document {
  return i18nextJson.read(Buffer.from(text))
}
