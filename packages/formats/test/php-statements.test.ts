import { describe, expect, test } from 'vitest'
import { phpArray } from '../src/php/php-array.ts'

const read = (text: string) => phpArray.read(new Uint8Array(Buffer.from(text)))

function textsOf(text: string): readonly (readonly [string, string])[] {
  const document = read(text)
  expect(document.issues).toEqual([])
  return [...document.entries.values()].map(({ name, text }) => [name, text])
}

const GUARD = "if ( ! defined( 'ABSPATH' ) ) {\n    exit;\n}\n"
const RETURNED = "return array(\n    'hello' => 'Hello',\n);\n"

describe('texts after a block of braces are read', () => {
  test.each([
    ['a guard', GUARD],
    ['a guard with its brace on a line of its own', "if (!defined('ABSPATH'))\n{\n    die('x');\n}\n"],
    ['a guard on the line of the opening tag', 'if (X) { exit; } '],
    ['two guards', GUARD + GUARD],
    ['an alternative', "if (X) {\n    $a = 'x';\n} elseif (Y) { $a = 'y'; } else {\n    $a = 'z';\n}\n"],
    ['a function', 'function f() {\n    return [1];\n}\n'],
    ['a closure', '$f = function () { return [1]; };\n'],
    ['an expression that goes on after a block', "$x = match (Y) { 1 => 'a', default => null } ?? 'b';\n"],
    ['a loop that ends after its block', 'do { $i++; } while ($i < 2);\n'],
    ['an import of several names', 'use Foo\\{A, B};\n'],
    ['an exception that is caught', "try { f(); } catch (E $e) { g(); } finally { h('}'); }\n"],
  ])('%s', (_, before) => {
    expect(textsOf(`<?php\n${before}\n${RETURNED}`)).toEqual([['hello', 'Hello']])
    expect(textsOf(`<?php ${before}${RETURNED}`)).toEqual([['hello', 'Hello']])
  })

  test('assignments', () => {
    expect(textsOf("<?php\nif (X) { exit; }\n$lang['a'] = 'A';\n$lang['b'] = 'B';\n")).toEqual([
      ['a', 'A'],
      ['b', 'B'],
    ])
  })

  test('an array that is assigned', () => {
    expect(textsOf("<?php\nif (X) { exit; }\n$lang = ['a' => 'A'];\n")).toEqual([['a', 'A']])
  })

  test('texts within a block are not', () => {
    expect(textsOf("<?php\nif (X) { return ['a' => 'x']; }\nreturn ['b' => 'B'];\n")).toEqual([['b', 'B']])
    expect(textsOf("<?php\nif (X) { $lang['a'] = 'x'; }\n$lang['b'] = 'B';\n")).toEqual([['b', 'B']])
    expect(textsOf("<?php\nif (X) { f(); } else return ['a' => 'x'];\nreturn ['b' => 'B'];\n")).toEqual([
      ['b', 'B'],
    ])
  })
})

describe('a file with a guard', () => {
  test('is edited in its array', () => {
    const edited = phpArray.edit(read(`<?php\n${GUARD}\n${RETURNED}`), [
      { kind: 'set', name: 'hello', text: 'Hallo' },
      { kind: 'add', path: ['bye'], text: 'Tschüss', after: ['hello'] },
    ])
    expect(Buffer.from(edited).toString()).toBe(
      `<?php\n${GUARD}\nreturn array(\n    'hello' => 'Hallo',\n    'bye' => 'Tschüss',\n);\n`,
    )
  })

  test('is the model of a new one without its texts', () => {
    const edits = [{ kind: 'add', path: ['hello'], text: 'Hallo', after: [] }] as const
    const view = { language: 'de', side: 'target' } as const
    const created = phpArray.create(read(`<?php\n${GUARD}\n${RETURNED}`), edits, view)
    expect(Buffer.from(created).toString()).toBe(
      `<?php\n${GUARD}\nreturn array(\n    'hello' => 'Hallo',\n);\n`,
    )
  })
})

describe('texts in a later block of PHP are read if the earlier ones have none', () => {
  test.each([
    ['a comment', '<?php /* Licence */ ?>\n'],
    ['a line comment', '<?php // Licence ?>\n'],
    ['a guard', "<?php defined('X') or die; ?>\n"],
    ['a guard in braces', '<?php if (X) { exit; } ?>\n'],
    ['a condition around text', '<?php if (X): ?>\n<p>text</p>\n<?php endif ?>\n'],
    ['nothing', '<?php ?>'],
  ])('%s', (_, block) => {
    expect(textsOf(`${block}<?php\nreturn [ 'a' => 'A' ];`)).toEqual([['a', 'A']])
    expect(textsOf(`${block}<?php $lang['a'] = 'A';`)).toEqual([['a', 'A']])
    expect(textsOf(`${block}<?php\n$lang = [ 'a' => 'A' ];\n?>\n`)).toEqual([['a', 'A']])
  })

  test('they are edited there, and a new file has the earlier ones', () => {
    const file = (...lines: readonly string[]) =>
      `<?php /* Licence */ ?>\n<?php\n${lines.map((line) => `${line}\n`).join('')}?>\n`
    const document = read(file("$lang['a'] = 'A';"))
    const add = { kind: 'add', path: ['b'], text: 'B', after: ['a'] } as const
    expect(Buffer.from(phpArray.edit(document, [add])).toString()).toBe(
      file("$lang['a'] = 'A';", "$lang['b'] = 'B';"),
    )
    const created = phpArray.create(document, [add], { language: 'de', side: 'target' })
    expect(Buffer.from(created).toString()).toBe(file("$lang['b'] = 'B';"))
  })

  test('what follows the texts is kept', () => {
    const text = "<?php\nreturn [ 'a' => 'A' ];\n?>\n<?php $lang['b'] = 'B';\n"
    expect(textsOf(text)).toEqual([['a', 'A']])
  })

  test('a file without texts gets them in its last block', () => {
    const file = '<?php /* Licence */ ?>\n<?php\n'
    expect(textsOf(file)).toEqual([])
    const add = { kind: 'add', path: ['b'], text: 'B', after: [] } as const
    expect(Buffer.from(phpArray.edit(read(file), [add])).toString()).toBe(`${file}$lang['b'] = 'B';\n`)
  })
})

describe('assignments in several blocks of PHP', () => {
  const file = (first: string, second: string) =>
    `<?php\n// Licence\n\n${first}?>\n<p>text</p>\n<?php\n${second}?>\n`
  const A = "// one\n$lang['a'] = 'A';\n"
  const B = "$lang['b'] = 'B'; // two\n"
  const edit = (edits: Parameters<typeof phpArray.edit>[1]) =>
    Buffer.from(phpArray.edit(read(file(A, B)), edits)).toString()
  const add = (...after: readonly string[]) => ({ kind: 'add', path: ['n'], text: 'N', after }) as const
  const N = "$lang['n'] = 'N';\n"

  test('are read', () => {
    expect(textsOf(file(A, B))).toEqual([
      ['a', 'A'],
      ['b', 'B'],
    ])
    expect(textsOf("<?php $lang['a'] = 'A' ?>\n<?php f(); $lang['b'] = 'B';")).toEqual([
      ['a', 'A'],
      ['b', 'B'],
    ])
  })

  test('get new ones next to them', () => {
    expect(edit([add('a')])).toBe(file(A + N, B))
    expect(edit([add('b')])).toBe(file(A, B + N))
    expect(edit([add()])).toBe(file(N + A, B))
  })

  test('are removed without what is between them', () => {
    expect(edit([{ kind: 'remove', name: 'a' }])).toBe(file('', B))
    expect(edit([{ kind: 'remove', name: 'b' }])).toBe(file(A, ''))
    expect(
      edit([
        { kind: 'remove', name: 'a' },
        { kind: 'remove', name: 'b' },
      ]),
    ).toBe(file('', ''))
  })

  test('of which a later one replaces an earlier one', () => {
    const document = read("<?php $lang['a'] = 'A'; ?>\n<?php $lang['a'] = 'B';")
    expect([...document.entries.values()].map(({ text }) => text)).toEqual(['B'])
    expect(document.issues.map(({ code }) => code)).toEqual(['duplicate-key'])
  })

  test('are not read below an array', () => {
    expect(textsOf("<?php $lang = ['a' => 'A']; ?>\n<?php $lang['b'] = 'B';")).toEqual([['a', 'A']])
  })
})
