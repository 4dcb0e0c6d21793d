import { describe, expect, test } from 'vitest'
import { type EntryEdit, FILE_LIMITS, type Format, formatById } from '../src/index.ts'

const json5 = format('json5')

describe('malicious JSON5', () => {
  test('nesting and values stop at their limits', () => {
    expect(json5.read(Buffer.from('{a:'.repeat(FILE_LIMITS.nesting + 1))).issues).toMatchObject([
      { code: 'too-deep', severity: 'error' },
    ])
    expect(json5.read(Buffer.from(`{a:[${'1,'.repeat(FILE_LIMITS.values)}]}`)).issues).toMatchObject([
      { code: 'too-many-values', severity: 'error' },
    ])
  })
})

test.each(['icu-json', 'vue-i18n-json', 'laravel-json', 'slang-json', 'json', 'json5'])(
  'a thousand entries of %s are added and removed',
  (id) => {
    const { create, edit, read } = format(id)
    const names = Array.from({ length: 1000 }, (_, i) => [`group${i % 50}`, `key${i}`])
    const additions = names.map(
      (path, i): EntryEdit => ({
        kind: 'add',
        path,
        text: 'text',
        after: [(names[i - 50] ?? []).join('.')],
        comment: 'Why',
      }),
    )
    const document = read(create(null, additions))
    expect(document.entries.size).toBe(names.length)
    const removals = [...document.entries.keys()].map((name): EntryEdit => ({ kind: 'remove', name }))
    expect(Buffer.from(edit(document, removals)).toString()).toBe('{}\n')
  },
)

test.each(['icu-json', 'vue-i18n-json', 'laravel-json', 'slang-json', 'json', 'json5'])(
  '%s reports impossible edits with a code',
  (id) => {
    const { edit, read } = format(id)
    const document = read(Buffer.from('{"a":"A","b":"B"}'))
    const fails = (one: EntryEdit, code: string) =>
      expect(() => edit(document, [one])).toThrow(expect.objectContaining({ name: 'EditError', code }))
    fails({ kind: 'set', name: 'x', text: '' }, 'no-entry')
    fails({ kind: 'rename', name: 'x', path: ['y'] }, 'no-entry')
    fails({ kind: 'rename', name: 'a', path: ['b'] }, 'place-taken')
    fails({ kind: 'add', path: [], text: '', after: [] }, 'unusable-path')
    fails({ kind: 'add', path: ['o\0'], text: '', after: [] }, 'unusable-path')
    const broken = read(Buffer.from('{"a":'))
    expect(() => edit(broken, [])).toThrow(expect.objectContaining({ code: 'not-whole' }))
  },
)

test('slang refuses names that its keys cannot express', () => {
  const { edit, read } = format('slang-json')
  const document = read(Buffer.from('{"a":"A","f":{"one":"1","other":"2"}}'))
  const fails = (one: EntryEdit, code: string) =>
    expect(() => edit(document, [one])).toThrow(expect.objectContaining({ name: 'EditError', code }))
  const unit = { name: 'p', path: ['p'] }
  fails({ kind: 'add', path: ['a', 'b'], text: 'x', after: [] }, 'place-taken')
  // An ordinal needs its modifier in the key, forms are the six categories, and a text among the forms would
  // make them plain texts.
  fails(
    { kind: 'add', path: ['p'], text: 'x', after: [], unit: { ...unit, plural: 'ordinal', form: 'one' } },
    'not-representable',
  )
  fails(
    { kind: 'add', path: ['p'], text: 'x', after: [], unit: { ...unit, plural: 'cardinal', form: '0' } },
    'not-representable',
  )
  fails({ kind: 'add', path: ['f', 'title'], text: 'x', after: [] }, 'not-representable')
  fails({ kind: 'add', path: ['@a'], text: 'x', after: [] }, 'not-representable')
})

function format(id: string): Format {
  const found = formatById(id)
  if (found === null) throw new Error(id)
  return found
}
