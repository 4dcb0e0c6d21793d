import { describe, expect, test } from 'vitest'
import { type EntryEdit, isWhole, lineColumnOf } from '../src/index.ts'
import { toml } from '../src/toml/toml.ts'

const read = (text: string) => toml.read(new Uint8Array(Buffer.from(text)))

function textsOf(text: string): Record<string, string> {
  return Object.fromEntries([...read(text).entries].map(([name, entry]) => [name, entry.text]))
}

function issuesOf(text: string): readonly unknown[] {
  const document = read(text)
  return document.issues.map(({ code, severity, span }) => {
    const { line, column } = lineColumnOf(document.text, span.start)
    return [code, severity, line, column]
  })
}

function edit(text: string, edit: EntryEdit): string {
  return Buffer.from(toml.edit(read(text), [edit])).toString()
}

// toml-test, invalid/inline-table: Python's tomllib refuses all of them.
test.each([
  ['[nav]\ntop = { inner = { open = "O" }, inner.close = "C" }\n', 2, 33],
  ['top = { inner = { open = "O" }, inner.close.x = "C" }\n', 1, 33],
  ['a = { b = {}, b.c = "x" }\n', 1, 15],
  ['a = { b.c = { d = "x" }, b.c.e = "y" }\n', 1, 26],
  ['a = { b = "x" }\na.c = "y"\n', 2, 1],
  ['a = { b = { c = "x" } }\n[a.b.d]\ne = "y"\n', 2, 2],
  ['a = [{ b = "x", b = "y" }]\n', 1, 1],
  ['a = [1, [{ b = "x", "b" = "y" }]]\n', 1, 1],
  ['a = [{ b = "x", b.c = "y" }, {}]\n', 1, 1],
  ['a = { b = [{ c = [{ d = 1, d = 2 }] }] }\n', 1, 1],
  ['[t]\nf.apple = { c = "x" }\nf.apple.d = "y"\n', 3, 1],
])('an inline table that is extended later is an error: %j', (text, line, column) => {
  expect(issuesOf(text)).toContainEqual(['duplicate-key', 'error', line, expect.any(Number)])
  expect(column).toBeGreaterThan(0)
})

test.each([
  ['a = { b.c = "x", b.d = "y" }\n', { 'a.b.c': 'x', 'a.b.d': 'y' }],
  ['a = { b.c.d = "x", b.e = "y", b.c.f = "z" }\n', { 'a.b.c.d': 'x', 'a.b.e': 'y', 'a.b.c.f': 'z' }],
])('dotted keys in one inline table belong together: %j', (text, texts) => {
  expect(issuesOf(text)).toEqual([])
  expect(textsOf(text)).toEqual(texts)
})

test.each(['a = [{ b = "x" }, { b = "y" }]\n', 'a = [{ b.c = "x", b.d = "y" }]\n'])(
  'inline tables in an array can have the same keys: %j',
  (text) => {
    expect(issuesOf(text)).toEqual([])
  },
)

test.each([
  '1979-13-01',
  '1979-00-01',
  '1979-01-00',
  '1979-02-30',
  '1900-02-29',
  '24:00:00',
  '07:60:00',
  '07:32:61',
  '1979-05-27T24:00:00Z',
  '1979-05-27T07:32:00+24:00',
  '1979-05-27 07:32:00-07:60',
])('a date or time that does not exist is an error: %s', (moment) => {
  expect(issuesOf(`a = ${moment}\nb = "x"\n`)).toEqual([['bad-number', 'error', 1, 5]])
})

test.each(['2000-02-29', '1979-12-31T23:59:60Z', '1979-05-27T00:00:00.999-23:59', '00:00:00'])(
  'a date or time that exists is kept: %s',
  (moment) => {
    expect(issuesOf(`a = ${moment}\nb = "x"\n`)).toEqual([])
  },
)

describe('what only TOML 1.1 allows is read, with one warning', () => {
  test.each([
    ['a = "\\x41hoy"\n', { a: 'Ahoy' }, 1, 6],
    ['a = "\\e[1mBold"\n', { a: '\u001b[1mBold' }, 1, 6],
    ['a = { b = "x", }\n', { 'a.b': 'x' }, 1, 14],
    ['a = {\n  b = "x"\n}\n', { 'a.b': 'x' }, 1, 6],
    ['a = { # why\n  b = "x", # this\n  # and\n  c = "y"\n}\n', { 'a.b': 'x', 'a.c': 'y' }, 1, 7],
    ['t = 07:32\na = "x"\n', { a: 'x' }, 1, 5],
    ['t = 1979-05-27T07:32Z\na = "x"\n', { a: 'x' }, 1, 5],
    ['a = "\\x41"\nb = "\\x42"\n', { a: 'A', b: 'B' }, 1, 6],
  ])('%j', (text, texts, line, column) => {
    expect(textsOf(text)).toEqual(texts)
    expect(issuesOf(text)).toEqual([['newer-syntax', 'warning', line, column]])
    expect(isWhole(read(text))).toBe(true)
  })

  test.each([
    'a = {,}\n',
    'a = { b = "x",, }\n',
    'a = {\n  b = "x"\n  c = "y"\n}\n',
    'a = "\\xZ1"\n',
    'a = { b = "x",\n',
  ])('it does not allow %j', (text) => {
    expect(isWhole(read(text))).toBe(false)
  })

  test('after a table without its brace the other lines are read', () => {
    expect(textsOf('a = { b = "x",\nc = "y"\n')).toEqual({ c: 'y' })
  })
})

describe('an inline table over several lines', () => {
  const PLACE = 'place = {\n  quay = "Quay", # one\n  dock = "Dock",\n}\nlast = "x"\n'

  test.each<[string, EntryEdit, string]>([
    [
      'a text is set',
      { kind: 'set', name: 'place.dock', text: 'New' },
      'place = {\n  quay = "Quay", # one\n  dock = "New",\n}\nlast = "x"\n',
    ],
    [
      'a text is added on its own line',
      { kind: 'add', path: ['place', 'pier'], text: 'Pier', after: ['place.dock'] },
      'place = {\n  quay = "Quay", # one\n  dock = "Dock",\n  pier = "Pier",\n}\nlast = "x"\n',
    ],
    [
      'the first text is removed with its comment',
      { kind: 'remove', name: 'place.quay' },
      'place = {\n  dock = "Dock",\n}\nlast = "x"\n',
    ],
    [
      'the last text is removed',
      { kind: 'remove', name: 'place.dock' },
      'place = {\n  quay = "Quay", # one\n}\nlast = "x"\n',
    ],
  ])('%s', (_, change, expected) => {
    expect(edit(PLACE, change)).toBe(expected)
  })

  test('a text is added behind one without a comma, whose comment stays', () => {
    expect(
      edit('a = {\n  b = "x" # why\n}\n', { kind: 'add', path: ['a', 'c'], text: 'y', after: ['a.b'] }),
    ).toBe('a = {\n  b = "x", # why\n  c = "y"\n}\n')
  })

  test('a text is added on the same line in front of a last comma', () => {
    expect(edit('a = { b = "x", }\n', { kind: 'add', path: ['a', 'c'], text: 'y', after: ['a.b'] })).toBe(
      'a = { b = "x", c = "y", }\n',
    )
  })
})
