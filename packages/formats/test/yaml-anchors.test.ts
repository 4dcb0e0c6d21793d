import { describe, expect, test } from 'vitest'
import { EditError, type EntryEdit, type Format, isWhole } from '../src/index.ts'
import { plainYaml } from '../src/yaml/plain-yaml.ts'
import { railsYaml } from '../src/yaml/rails-yaml.ts'
import { railsYamlMany } from '../src/yaml/rails-yaml-many.ts'

// A file whose alias has lost its anchor is invalid, so none of its texts could be written any more.

function edit(format: Format, text: string, edits: readonly EntryEdit[], language = 'de'): string {
  const view = { language, side: 'target' } as const
  const bytes = format.edit(format.read(new Uint8Array(Buffer.from(text)), view), edits)
  expect(isWhole(format.read(bytes, view))).toBe(true)
  return Buffer.from(bytes).toString()
}

const remove = (...names: string[]): EntryEdit[] => names.map((name) => ({ kind: 'remove', name }))
const MERGED = `de:
  base: &base # shared
    save: Sichern
  form:
    <<: *base
    cancel: Abbrechen
`

describe('an anchor that aliases refer to stays', () => {
  test('of a map, when its last text is removed', () => {
    expect(edit(railsYaml, MERGED, remove('base.save'))).toBe(
      MERGED.replace('&base # shared\n    save: Sichern', '&base {} # shared'),
    )
  })

  test('of a map, when its last text is moved', () => {
    const rename: EntryEdit = { kind: 'rename', name: 'base.save', path: ['buttons', 'ok'] }
    expect(edit(railsYaml, MERGED, [rename])).toBe(`de:
  base: &base {} # shared
  buttons:
    ok: Sichern
  form:
    <<: *base
    cancel: Abbrechen
`)
  })

  test('of a map above another one', () => {
    const text = 'a: &a\n  b:\n    c: C\nd: *a\n'
    expect(edit(plainYaml, text, remove('a.b.c'))).toBe('a: &a {}\nd: *a\n')
  })

  test('of a map that gets another text', () => {
    const add: EntryEdit = { kind: 'add', path: ['base', 'close'], text: 'Zu', after: [] }
    expect(edit(railsYaml, MERGED, [...remove('base.save'), add])).toBe(
      MERGED.replace('save: Sichern', 'close: Zu'),
    )
  })

  test('of a list', () => {
    expect(edit(plainYaml, 'a: &a\n  - A\nb: *a\n', remove('a.0'))).toBe('a: &a []\nb: *a\n')
  })

  test('of a map between brackets', () => {
    expect(edit(plainYaml, 'a: {b: &b {c: C}}\nd: *b\n', remove('a.b.c'))).toBe('a: {b: &b {}}\nd: *b\n')
  })

  test('of plural forms', () => {
    const text = 'a: &a\n  one: A\n  other: B\nb: *a\n'
    const names = [...plainYaml.read(new Uint8Array(Buffer.from(text))).entries.keys()]
    expect(edit(plainYaml, text, remove(...names))).toBe('a: &a {}\nb: *a\n')
  })

  test('of a language, whose texts come and go', () => {
    const text = 'en: &en\n  a: A\nen-GB:\n  <<: *en\n  b: B\n'
    const without = 'en: &en {}\nen-GB:\n  <<: *en\n  b: B\n'
    expect(edit(railsYamlMany, text, remove('a'), 'en')).toBe(without)
    const add: EntryEdit = { kind: 'add', path: ['a'], text: 'A', after: [] }
    expect(edit(railsYamlMany, without, [add], 'en')).toBe(text)
  })

  test('of a key that is written twice', () => {
    expect(() => edit(plainYaml, 'a: &a [1]\na: A\nb: *a\n', remove('a'))).toThrow(EditError)
  })
})

test('a comment after a language stays when its last text is removed', () => {
  expect(edit(railsYaml, 'de: # German\n  a: A\n', remove('a'))).toBe('de: {} # German\n')
})

test('a map with an alias is not moved above the anchor', () => {
  const text = 'a:\n  x: X\nb: &b\n  y: Y\nc:\n  <<: *b\n  z: Z\n'
  const up: EntryEdit = { kind: 'rename', name: 'c.z', path: ['a', 'c', 'z'] }
  expect(() => edit(plainYaml, text, [up])).toThrow(EditError)
})
