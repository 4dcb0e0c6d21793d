import { describe, expect, test } from 'vitest'
import { type EntryEdit, formatById } from '../src/index.ts'

const ADDRESS = 'https://inlang.com/schema/inlang-message-format'
const DIALECTS = [
  'i18next-json',
  'icu-json',
  'vue-i18n-json',
  'laravel-json',
  'slang-json',
  'json',
  'json5',
  'arb',
]

const fileOf = (schema: string, ...members: readonly string[]) =>
  `{\n${[`"$schema": ${JSON.stringify(schema)}`, ...members].map((member) => `  ${member}`).join(',\n')}\n}\n`
const FILE = fileOf(ADDRESS, '"hello": "Hello"')

describe.each(DIALECTS)('the schema of a file in %s', (id) => {
  const read = (file: string) => of(id).read(Buffer.from(file))
  const edited = (file: string, ...edits: readonly EntryEdit[]) =>
    new TextDecoder().decode(of(id).edit(read(file), edits))

  test.each([ADDRESS, './schema.json', '../node_modules/x/schema', 'messages.schema.json'])(
    'is no text: %s',
    (schema) => {
      const { entries, issues } = read(fileOf(schema, '"hello": "Hello"'))
      expect([[...entries.keys()], issues]).toEqual([['hello'], []])
    },
  )

  test('is a text if it is no address', () => {
    const file = fileOf('The schema', '"hello": "Hello"')
    expect(read(file).entries.get('$schema')?.text).toBe('The schema')
    expect(edited(file, { kind: 'set', name: '$schema', text: 'Das Schema' })).toBe(
      file.replace('The schema', 'Das Schema'),
    )
  })

  test('stays where it is when texts are added, removed and renamed', () => {
    const add: EntryEdit = { kind: 'add', path: ['bye'], text: 'Bye', after: [] }
    expect(edited(FILE, add)).toBe(fileOf(ADDRESS, '"bye": "Bye"', '"hello": "Hello"'))
    expect(edited(FILE, { kind: 'rename', name: 'hello', path: ['hi'] })).toBe(
      fileOf(ADDRESS, '"hi": "Hello"'),
    )
    expect(edited(FILE, { kind: 'remove', name: 'hello' })).toBe(fileOf(ADDRESS))
    expect(edited(fileOf(ADDRESS), add)).toBe(fileOf(ADDRESS, '"bye": "Bye"'))
  })

  test.each<readonly [string, EntryEdit]>([
    [FILE, { kind: 'set', name: '$schema', text: 'x' }],
    [FILE, { kind: 'add', path: ['$schema'], text: 'x', after: [] }],
    [FILE, { kind: 'add', path: ['$schema'], text: ADDRESS, after: [] }],
    [FILE, { kind: 'rename', name: '$schema', path: ['x'] }],
    [FILE, { kind: 'rename', name: 'hello', path: ['$schema'] }],
    ['{}', { kind: 'add', path: ['$schema'], text: ADDRESS, after: [] }],
    [fileOf('The schema'), { kind: 'set', name: '$schema', text: ADDRESS }],
    [`{"a": "${ADDRESS}"}`, { kind: 'rename', name: 'a', path: ['$schema'] }],
  ])('cannot be changed or created like a text: %j, %j', (file, edit) => {
    expect(() => edited(file, edit)).toThrow(expect.objectContaining({ name: 'EditError' }))
  })

  test('is not removed', () => {
    expect(edited(FILE, { kind: 'remove', name: '$schema' })).toBe(FILE)
  })
})

test('the messages of an extension can have a schema, without a warning', () => {
  const file = `{"$schema": "${ADDRESS}", "hello": {"message": "Hello"}}`
  const { entries, issues } = of('chrome-json').read(Buffer.from(file))
  expect([[...entries.keys()], issues]).toEqual([['hello'], []])
})

test.each(['i18next-json', 'json', 'json5'])('below the root, $schema is a text in %s', (id) => {
  const { entries } = of(id).read(Buffer.from(`{"a": {"$schema": "${ADDRESS}"}}`))
  expect([...entries.keys()]).toEqual(['a.$schema'])
})

function of(id: string) {
  const format = formatById(id)
  if (format === null) throw new Error(`${id} is no format`)
  return format
}
