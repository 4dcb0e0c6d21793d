import { describe, expect, test } from 'vitest'
import { type EntryEdit, isWhole } from '../src/index.ts'
import { phpArray } from '../src/php/php-array.ts'

const file = (...lines: readonly string[]): string =>
  `<?php\n\nreturn [\n${lines.map((line) => `    ${line},\n`).join('')}];\n`
const read = (text: string) => phpArray.read(new Uint8Array(Buffer.from(text)))
const MENU = ["'title' => 'Harbour'", "'first line'", "'second line'", "'close' => 'Close'"]

function textsOf(text: string): Record<string, string> {
  const document = read(text)
  expect(isWhole(document)).toBe(true)
  return Object.fromEntries([...document.entries].map(([name, entry]) => [name, entry.text]))
}

const edit = (text: string, ...edits: readonly EntryEdit[]): string =>
  Buffer.from(phpArray.edit(read(text), edits)).toString()

describe('elements without a key have the next number as their key', () => {
  test.each<[readonly string[], Record<string, string>]>([
    [MENU, { title: 'Harbour', '0': 'first line', '1': 'second line', close: 'Close' }],
    [["5 => 'a'", "'b'", "'x' => 'c'", "'d'"], { '5': 'a', '6': 'b', x: 'c', '7': 'd' }],
    [["'a'", "10 => 'b'", "3 => 'c'", "'d'"], { '0': 'a', '10': 'b', '3': 'c', '11': 'd' }],
    [["'7' => 'a'", "'b'"], { '7': 'a', '8': 'b' }],
    [["'07' => 'a'", "'b'"], { '07': 'a', '0': 'b' }],
    [["'menu' => ['x' => 'a', 'b']"], { 'menu.x': 'a', 'menu.0': 'b' }],
    [["'x' => 'a'", "['deep' => 'b']", '12', "'c'"], { x: 'a', '0.deep': 'b', '2': 'c' }],
    [["'a'", "'b'", "'0' => 'c'"], { '1': 'b', '0': 'c' }],
  ])('%j', (lines, texts) => {
    expect(textsOf(file(...lines))).toEqual(texts)
  })

  test.each([
    [
      ["KEY => 'a'", "'b'"],
      ['not-a-literal', 'unusable-key'],
    ],
    [["-3 => 'a'", "'b'"], ['unusable-key']],
    [
      ["'x' => 'a'", '...$more', "'b'"],
      ['not-a-literal', 'unusable-key'],
    ],
    [["Foo::BAR => 'a'"], ['not-a-literal']],
    [["true => 'a'"], ['not-a-literal']],
  ])('a text whose number only running the file would show is reported: %j', (lines, codes) => {
    expect(read(file(...lines)).issues.map(({ code }) => code)).toEqual(codes)
  })

  test('an assignment without a key is reported', () => {
    const document = read("<?php\n$lang['a'] = 'x';\n$lang[] = 'y';\n")
    expect([...document.entries.keys()]).toEqual(['a'])
    expect(document.issues.map(({ code }) => code)).toEqual(['unusable-key'])
  })
})

test.each([
  'fn() => 1',
  "fn ($x) => ['y' => $x]",
  'static fn(int $a = 1): string => "$a"',
  'FN() => fn() => 2',
  "array_map(fn($x) => $x, ['a' => 'b'])",
  "match (true) { true => 'x', default => 'y' }",
])('a value that is an arrow function is kept: %s', (code) => {
  const text = file(`'a' => ${code}`, "'b' => 'B'", `${code}`, "'c' => 'C'")
  const document = read(text)
  expect([...document.entries.keys()]).toEqual(['b', 'c'])
  expect(new Set(document.issues.map((issue) => issue.code))).toEqual(new Set(['not-a-literal']))
  expect(edit(text, { kind: 'set', name: 'b', text: 'new' })).toBe(text.replace("'B'", "'new'"))
})

describe('an edit keeps the numbers of the others', () => {
  test.each<[string, EntryEdit, readonly string[]]>([
    [
      'setting one changes its text',
      { kind: 'set', name: '0', text: 'new' },
      ["'title' => 'Harbour'", "'new'", "'second line'", "'close' => 'Close'"],
    ],
    [
      'removing the first writes the number of the second',
      { kind: 'remove', name: '0' },
      ["'title' => 'Harbour'", "1 => 'second line'", "'close' => 'Close'"],
    ],
    [
      'removing the last one writes nothing',
      { kind: 'remove', name: '1' },
      ["'title' => 'Harbour'", "'first line'", "'close' => 'Close'"],
    ],
    [
      'removing another key writes nothing',
      { kind: 'remove', name: 'title' },
      ["'first line'", "'second line'", "'close' => 'Close'"],
    ],
    [
      'renaming one writes its key and the number of the next',
      { kind: 'rename', name: '0', path: ['intro'] },
      ["'title' => 'Harbour'", "'intro' => 'first line'", "1 => 'second line'", "'close' => 'Close'"],
    ],
    [
      'adding a larger number in front writes theirs',
      { kind: 'add', path: ['9'], text: 'nine', after: ['title'] },
      [
        "'title' => 'Harbour'",
        "'9' => 'nine'",
        "0 => 'first line'",
        "1 => 'second line'",
        "'close' => 'Close'",
      ],
    ],
  ])('%s', (_, change, lines) => {
    const out = edit(file(...MENU), change)
    expect(out).toBe(file(...lines))
    const texts = textsOf(file(...MENU))
    if (change.kind === 'remove') delete texts[change.name]
    if (change.kind === 'set') texts[change.name] = change.text
    for (const [name, text] of Object.entries(textsOf(out))) if (name in texts) expect(text).toBe(texts[name])
  })

  test('after the last key is gone, the others are a list of the same names', () => {
    const out = edit(file("'title' => 'a'", "'b'", "'c'"), { kind: 'remove', name: 'title' })
    expect(textsOf(out)).toEqual({ '0': 'b', '1': 'c' })
  })
})
