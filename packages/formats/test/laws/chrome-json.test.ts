import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EntryEdit, formatById } from '../../src/index.ts'
import { describeLaws } from './describe-laws.ts'
import { anyText, jsonStyle, printJson, type Tree } from './json-text.ts'

const key = fc.constantFrom('a', 'b', 'appName', 'undo', 'A', '__proto__', 'constructor', 'x@y', '10')
const member: fc.Arbitrary<readonly [string, Tree]> = fc.oneof(
  { weight: 6, arbitrary: anyText.map((text) => ['message', text] as const) },
  { weight: 2, arbitrary: anyText.map((text) => ['description', text] as const) },
  { weight: 1, arbitrary: fc.constant(['placeholders', [['count', [['content', '$1']]]]] as const) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(['message', { raw: '5' }] as const, ['hint', { raw: 'null' }] as const),
  },
)
const entry: fc.Arbitrary<Tree> = fc.oneof(
  { weight: 8, arbitrary: fc.array(member, { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom('text', { raw: '[1, "a"]' }, { raw: 'true' }) },
)
/** There are few different keys, so that they often occur twice. */
const file = fc
  .tuple(fc.array(fc.tuple(key, entry), { maxLength: 6 }), jsonStyle)
  .map(([members, style]) => printJson(members, style))
const path = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(key) },
  { weight: 1, arbitrary: fc.constantFrom(['a', 'b'], [''], ['not a key']) },
)

const chromeJson = formatById('chrome-json')
if (chromeJson === null) throw new Error('There is no such format')
describeLaws(chromeJson, { file, text: anyText, path })

describe('placeholders', () => {
  const read = (text: string) => chromeJson.read(new TextEncoder().encode(text))
  const model = read(
    '{"hi":{"message":"$A$ $B$","placeholders":{"a":{"content":"$1"},"b":{"content":"$2","example":"x"}}}}',
  )
  const edited = (text: string, edit: EntryEdit) =>
    new TextDecoder().decode(chromeJson.edit(read(text), [edit], model))
  const add = (text: string): EntryEdit => ({ kind: 'add', path: ['hi'], text, after: [] })
  const set = (text: string): EntryEdit => ({ kind: 'set', name: 'hi', text })
  const both = '"a": {"content": "$1"}, "b": {"content": "$2", "example": "x"}'

  test.each([
    ['of a new message', '{}', add('$A$'), { a: 1, b: 2 }],
    ['of a changed one without any', '{"hi": {"message": "x"}}', set('$A$ x'), { a: 1, b: 2 }],
    [
      'of a changed one that lacks some, in any case of letters',
      '{"hi": {"message": "$A$", "placeholders": {"A": {"content": "$3"}}}}',
      set('$a$ $b$'),
      { A: 3, b: 2 },
    ],
    ['not of a text that names none', '{"hi": {"message": "x"}}', set('5 $ and $1'), {}],
    [
      'not of one that has all',
      `{"hi": {"message": "x", "placeholders": {${both}}}}`,
      set('$B$'),
      { a: 1, b: 2 },
    ],
  ])('are those of the model: %s', (_, text, edit, numbers) => {
    const { placeholders = {} } = JSON.parse(edited(text, edit)).hi
    expect(Object.keys(placeholders)).toEqual(Object.keys(numbers))
    for (const [name, number] of Object.entries(numbers))
      expect(placeholders[name].content).toBe(`$${number}`)
  })

  test('leave the rest of the file as it is', () => {
    const text = '{\n  "x": {"message":"x"},\n\n  "hi": {\n    "message": "x"\n  }\n}'
    expect(edited(text, set('$B$ x'))).toBe(
      '{\n  "x": {"message":"x"},\n\n  "hi": {\n    "message": "$B$ x",\n    "placeholders": {\n      "a": {\n        "content": "$1"\n      },\n      "b": {\n        "content": "$2",\n        "example": "x"\n      }\n    }\n  }\n}',
    )
  })
})
