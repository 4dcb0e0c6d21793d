import { describe, expect, test } from 'vitest'
import { type EntryEdit, formatById, isWhole } from '../src/index.ts'

function edit(id: string, file: string, edits: readonly EntryEdit[]): string {
  const format = formatById(id)
  if (format === null) throw new Error(id)
  const document = format.read(Buffer.from(file))
  expect(isWhole(document)).toBe(true)
  const written = format.edit(document, edits)
  expect(isWhole(format.read(written))).toBe(true)
  return Buffer.from(written).toString()
}

const add = (name: string, ...after: readonly string[]): EntryEdit => ({
  kind: 'add',
  path: name.split('.'),
  text: 'N',
  after,
})
const remove = (name: string): EntryEdit => ({ kind: 'remove', name })

describe('a key between brackets is added next to comments', () => {
  test.each<[string, string, EntryEdit, string]>([
    ['below the comment of the last', '{a: A # x\n}\n', add('n', 'a'), '{a: A, # x\n  "n": "N"\n}\n'],
    ['below a last comma', 'x: {a: A, # x\n}\n', add('x.n', 'x.a'), 'x: {a: A, # x\n  "n": "N",\n}\n'],
    ['between lines', 'x: {a: A, # x\n  b: B}\n', add('x.n', 'x.a'), 'x: {a: A, # x\n  "n": "N",\n  b: B}\n'],
    [
      'above the comment of the next',
      'x: {a: A,\n  # x\n  b: B}\n',
      add('x.n', 'x.a'),
      'x: {a: A,\n  "n": "N",\n  # x\n  b: B}\n',
    ],
    [
      'after the last',
      'x: {a: A,\n  # x\n  b: B}\n',
      add('x.n', 'x.b'),
      'x: {a: A,\n  # x\n  b: B, "n": "N"}\n',
    ],
    [
      'below one before a comma',
      'x: {a: A # x\n  , # y\n  b: B}\n',
      add('x.n', 'x.a'),
      'x: {a: A # x\n  , # y\n  "n": "N",\n  b: B}\n',
    ],
    ['below the bracket', 'x: { # x\n  a: A }\n', add('x.n'), 'x: { # x\n  "n": "N",\n  a: A }\n'],
    [
      'deeper',
      'x:\n  y: {a: A # x\n  }\n',
      add('x.y.n', 'x.y.a'),
      'x:\n  y: {a: A, # x\n    "n": "N"\n  }\n',
    ],
    [
      'on a line of several',
      '{\n  a: A, b: B, # x\n  c: C\n}\n',
      add('n', 'a'),
      '{\n  a: A, "n": "N", b: B, # x\n  c: C\n}\n',
    ],
  ])('%s', (_, file, edited, expected) => {
    expect(edit('yaml', file, [edited])).toBe(expected)
  })

  test('two, one after the other', () => {
    expect(edit('yaml', 'x: {a: A, # x\n  b: B}\n', [add('x.n', 'x.a'), add('x.o', 'x.n')])).toBe(
      'x: {a: A, # x\n  "n": "N",\n  o: "N",\n  b: B}\n',
    )
  })
})

describe('a key between brackets is removed next to comments', () => {
  test.each<[string, string, string, string, string]>([
    [
      'the last, on the line of the bracket',
      'yaml',
      'x: {\n  a: A, # x\n  b: B}\n',
      'x.b',
      'x: {\n  a: A # x\n  }\n',
    ],
    ['the last of a first line', 'yaml', 'x: {a: A, # x\n  b: B }\n', 'x.b', 'x: {a: A # x\n  }\n'],
    ['the last below a comment', 'yaml', 'x: {a: A,\n  # x\n  b: B}\n', 'x.b', 'x: {a: A\n  # x\n  }\n'],
    ['the last on its line', 'yaml', '{a: A,\n  b: B\n}\n', 'b', '{a: A\n}\n'],
    ['the first above a comment', 'yaml', 'x: {a: A,\n  # x\n  b: B}\n', 'x.a', 'x: {\n  # x\n  b: B}\n'],
    [
      'the first of a line',
      'yaml',
      'x: {\n  a: A, b: B, # x\n  c: C\n}\n',
      'x.a',
      'x: {\n  b: B, # x\n  c: C\n}\n',
    ],
    [
      'the last of a line',
      'yaml',
      'x: {\n  a: A, b: B,\n  # x\n  c: C\n}\n',
      'x.b',
      'x: {\n  a: A,\n  # x\n  c: C\n}\n',
    ],
    [
      'the last of PHP, on the line of the bracket',
      'php-array',
      "<?php\nreturn [\n  'a' => 'A', // x\n  'b' => 'B'];\n",
      'b',
      "<?php\nreturn [\n  'a' => 'A' // x\n  ];\n",
    ],
  ])('%s', (_, id, file, name, expected) => {
    expect(edit(id, file, [remove(name)])).toBe(expected)
  })
})

describe('the first key between brackets leaves their comments', () => {
  const php = (lines: string) => `<?php\nreturn [\n    ${lines},\n];\n`

  test.each<[string, string, string, string, string]>([
    ['on the line of the bracket', 'yaml', 'x: { # x\n}\n', 'x.n', 'x: { # x\n  "n": "N"\n}\n'],
    ['on a line of its own', 'yaml', 'x: {\n    # x\n}\n', 'x.n', 'x: {\n    "n": "N"\n    # x\n}\n'],
    ['in lines of Windows', 'yaml', 'x: { # x\r\n}\r\n', 'x.n', 'x: { # x\r\n  "n": "N"\r\n}\r\n'],
    [
      'between others',
      'yaml',
      'x: { y: { # x\n  }, z: Z }\n',
      'x.y.n',
      'x: { y: { # x\n    "n": "N"\n  }, z: Z }\n',
    ],
    ['at the top', 'yaml', '# top\n{\n  # x\n}\n', 'n', '# top\n{\n  "n": "N"\n  # x\n}\n'],
    ['of a language', 'rails-yaml', 'de: { # x\n}\n', 'n', 'de: { # x\n  "n": "N"\n}\n'],
    [
      'of PHP',
      'php-array',
      php("'x' => [ // x\n    ]"),
      'x.n',
      php("'x' => [ // x\n        'n' => 'N',\n    ]"),
    ],
    [
      'of PHP, on a line of its own',
      'php-array',
      php("'x' => array(\n        // x\n    )"),
      'x.n',
      php("'x' => array(\n        'n' => 'N',\n        // x\n    )"),
    ],
    ['of PHP, on one line', 'php-array', php("'x' => [/* x */]"), 'x.n', php("'x' => [/* x */'n' => 'N']")],
  ])('%s', (_, id, file, name, expected) => {
    expect(edit(id, file, [add(name)])).toBe(expected)
  })

  test('and a value without brackets has none', () => {
    expect(edit('php-array', "<?php\nreturn [\n    'x' => null,\n];\n", [add('x.n')])).toBe(
      "<?php\nreturn [\n    'x' => [\n        'n' => 'N',\n    ],\n];\n",
    )
  })

  test('and a second one too', () => {
    expect(edit('yaml', 'x: { # x\n}\n', [add('x.n'), add('x.o', 'x.n')])).toBe(
      'x: { # x\n  "n": "N",\n  o: "N"\n}\n',
    )
  })

  test('of a list', () => {
    const item: EntryEdit = { kind: 'add', path: ['x', 0], text: 'N', after: [] }
    expect(edit('yaml', 'x: [ # x\n]\n', [item])).toBe('x: [ # x\n  "N"\n]\n')
  })
})
