import fc from 'fast-check'
import { comment, file, ofFile } from '../convert/detailed-file.ts'
import { fileOf, textOf } from '../laws/pieces.ts'
import { BARE, each, type FormatSample, frame, perLanguage, piece } from './sample.ts'

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
    '"""three\nlines"""',
    '"""three\n\nb = x\nlines"""',
    '"""open',
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

export const sample: FormatSample = {
  hostile: {
    frames: [
      BARE,
      frame('value', 'a=', '\nb=x\n'),
      frame('quoted', 'a="', '"\nb=x\n'),
      frame('backticks', 'a=`', '`\nb=x\n'),
      frame('section', '[', ']\na=x\n'),
    ],
    pieces: [
      piece('entries', (i) => `k${i}=v\n`),
      piece('one name', () => 'a=v\n'),
      piece('sections', (i) => `[k${i}]\n`),
      piece('sections with an entry', (i) => `[k${i}]\na=v\n`),
      piece('one section', () => '[a]\n'),
      piece('one section again', (i) => `[a]\nk${i}=v\n`),
      piece('comments', () => ';x\n'),
      piece('names alone', () => 'a\n'),
    ],
  },
  detailed: [
    file()`${ofFile('; zqhead\n\n')}[menu]
${comment('menu.k1', '; zqwords\n')}k1=Eins
k2=Zwei
${ofFile('\n; zqend\n')}`,
  ],
  project: perLanguage(
    (language) => `lang/${language}.ini`,
    (texts) => `; Shop\n[main]\n${each((name, at) => `${name} =${texts[at]}\n`)}`,
  ),
  // A value is one line and has one kind of quotes; a name has no brackets, equals signs or dots of a section.
  laws: {
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
    floors: { set: 60, add: 30, several: 50, create: 40 },
  },
}
