import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EntryEdit } from '../../src/index.ts'
import { ini } from '../../src/ini/ini.ts'
import { describeLaws } from './describe-laws.ts'
import { fileOf, textOf } from './pieces.ts'

const value = fc.oneof(
  fc
    .array(
      fc.constantFrom(
        'a',
        'é',
        ' ',
        '=',
        ';',
        '#',
        '"',
        "'",
        '`',
        '\\',
        '\\r\\n',
        '%[1]s',
        '[',
        ']',
        '\u0018',
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join('')),
  fc.constantFrom(
    '"quoted"',
    "'quoted'",
    '` leading`',
    '"""three"""',
    '""',
    '"A" or "B"',
    '"Press ""Start"""',
    '"two\nlines"',
    '`open',
    '"',
    '`two\n\nlines`',
  ),
)
const item = fc
  .tuple(
    fc.constantFrom('', '', '; comment\n', '# one\n# two\n', '  ', '\n'),
    fc.constantFrom('a', 'b.c', 'with space', '__proto__', 'é', '"q"', 'x[0]', 'a:b'),
    fc.constantFrom('=', ' = ', ' =', '\t=\t'),
    value,
    fc.constantFrom('', '', ' ', '\t'),
  )
  .map((parts) => parts.join(''))
const block = fc.oneof(
  { weight: 6, arbitrary: item },
  { weight: 2, arbitrary: fc.constantFrom('[section]', '\n[a.b]', ' [Traditional (new)] ', '[a]', '[]') },
  { weight: 1, arbitrary: fc.constantFrom('', '; alone\n', 'no value', '=x', '[open', '"') },
)

// A value is one line and has one kind of quotes; a name has no brackets, equals signs or dots of a section.
describeLaws(
  ini,
  {
    file: fileOf(block, ['\n', '\r\n', '\r']),
    // For PHP, a quote that is typed with its backslash is that quote (see ini-php.test.ts).
    text: textOf(
      '\n',
      '\r',
      '\t',
      '"',
      "'",
      '`',
      '"""',
      '\\',
      '=',
      ';',
      '#',
      '[',
      '\u00a0',
      '\0',
      '\u2028',
    ).map((text) => text.replaceAll(/\\+"/g, '"')),
    path: fc.oneof(
      fc.constantFrom(
        ['a'],
        ['new'],
        ['section', 'new'],
        ['a', 'b', 'c'],
        ['a.b', 'x=y'],
        ['other', 'k'],
        ['section', '; no'],
        [''],
      ),
      fc.tuple(fc.string({ unit: 'binary', maxLength: 4 }), fc.string({ unit: 'binary', maxLength: 4 })),
    ),
  },
  { floors: { set: 60, add: 30, several: 50, create: 40 } },
)

test.each([
  ['"quoted"', `'"quoted"'`],
  ['Press "Start" now', `'Press "Start" now'`],
  ['costs $5', "'costs $5'"],
  ['ends with \\', "'ends with \\'"],
  ['plain; and = more', '"plain; and = more"'],
])('a file that PHP reads gets %s as PHP reads it', (wanted, raw) => {
  const document = ini.read(Buffer.from('COM_A="One"\nCOM_B="Two"\n'))
  const edits: EntryEdit[] = [
    { kind: 'set', name: 'COM_A', text: wanted },
    { kind: 'add', path: ['COM_C'], text: wanted, after: ['COM_B'] },
  ]
  const edited = Buffer.from(ini.edit(document, edits)).toString()
  expect(edited).toBe(`COM_A=${raw}\nCOM_B="Two"\nCOM_C=${raw}\n`)
  expect(ini.read(Buffer.from(edited)).entries.get('COM_A')?.text).toBe(wanted)
})

test('a text that PHP cannot read in any quotes is refused', () => {
  const document = ini.read(Buffer.from('COM_A="One"\nCOM_B="Two"\n'))
  expect(() =>
    ini.edit(document, [{ kind: 'set', name: 'COM_A', text: `it's "quoted" for \${HOME}` }]),
  ).toThrow('not-representable')
})
