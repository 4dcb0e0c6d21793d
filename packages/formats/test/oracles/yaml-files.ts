import fc from 'fast-check'
import { damaged } from './compare-files.ts'

const KEYS = [
  'a',
  'b',
  'title',
  'a.b',
  '"no"',
  "'it''s'",
  '10',
  'ä',
  'two words',
  '"a\\tb"',
  'a:b',
  'a#b',
  '-x',
  'yes',
  'no',
  'null',
  '"\\u00e9"',
  "'x'",
  '__proto__',
  'a ',
  '日本',
  '&k a',
  '!!str a',
  '<<',
  '""',
  '"a"',
  "'a:b'",
  '1.5',
  '~',
  'a,b',
  '%a',
  '@a',
]
const WORDS = [
  'a',
  'word',
  'two words',
  'é',
  '日',
  '😀',
  '%{count}',
  '#no',
  ' # comment',
  '\\n',
  "'",
  '"',
  ':',
  ': ',
  ',',
  '[',
  ']',
  '{',
  '}',
  '-',
  '- ',
  '?',
  '&',
  '*',
  '!',
  '|',
  '>',
  '%',
  '@',
  '`',
  '\t',
  '\u00a0',
  '\u2028',
  '\u0085',
  '\\',
  'x:y',
  'http://x',
  '  ',
  '=',
  '<<',
  '~',
  '1',
  '12:30',
  '2001-01-01',
  '.5',
  'yes',
  'null',
  '0x1',
  '1_000',
  '\ufeff',
  '\u007f',
]
const plain = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'text',
      'two words',
      'yes',
      'No',
      'null',
      '~',
      '12',
      '1.5',
      '0o17',
      '017',
      '1_000',
      '12:30:45',
      '2001-12-14',
      '.inf',
      '.NaN',
      '=',
      'True',
      'on',
      '0b1',
      '+1',
      '1e3',
      '0x1F',
      '-',
      '--- x',
      '...',
      ':sym',
      ':',
      '?',
      'Off',
      '1:60',
      '190:20:30',
      '1.',
      '+.5',
      '08',
      '1e',
      '.',
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.constantFrom('a', 'two', ' ', ':x', '#', "'", '"', ',', 'é', '-', '.', '\\', '\n', '1'), {
        maxLength: 4,
      })
      .map((all) => `x${all.join('')}`),
  },
  {
    weight: 1,
    arbitrary: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((all) => all.join('')),
  },
)
const single = fc
  .array(fc.oneof(fc.constantFrom(...WORDS), fc.constantFrom("''", '\n', '\n\n', ' \n  ', '\\')), {
    maxLength: 5,
  })
  .map((all) => `'${all.map((one) => (one === "'" ? "''" : one)).join('')}'`)
const double = fc
  .array(
    fc.oneof(
      fc.constantFrom(...WORDS),
      fc.constantFrom(
        '\\"',
        '\\\\',
        '\\n',
        '\\t',
        '\\x41',
        '\\u00e9',
        '\\U0001F600',
        '\\e',
        '\\0',
        '\\a',
        '\\N',
        '\\_',
        '\\L',
        '\\P',
        '\\/',
        '\\ ',
        '\n',
        '\n\n',
        ' \n \t',
        '\\\n',
        '\\\n  \\ ',
        '\\ud83d\\ude00',
        '\\ud800',
        '\\\t',
      ),
    ),
    { maxLength: 5 },
  )
  .map((all) => `"${all.map((one) => (one === '"' || one === '\\' ? `\\${one}` : one)).join('')}"`)
const prefix = fc.constantFrom(
  ...Array<string>(30).fill(''),
  '&k ',
  '!!str ',
  '! ',
  '!foo ',
  '&k !!str ',
  '!!str &j ',
  '!!int ',
  '!<tag:yaml.org,2002:str> ',
)
const scalar = fc
  .tuple(
    prefix,
    fc.oneof(
      { weight: 12, arbitrary: plain },
      { weight: 8, arbitrary: single },
      { weight: 8, arbitrary: double },
      { weight: 2, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: fc.constantFrom('*k', '*j', '[]', '{}', '', '', '') },
    ),
  )
  .map((all) => all.join(''))
const behind = fc.constantFrom('', '', '', '', '', ' # why', '  ', '\t', ' #')
const blockLine = fc.oneof(
  fc.constantFrom(
    'line',
    'two words',
    '',
    '',
    ' more',
    '   ',
    '\tx',
    '# no',
    '- x',
    'a: b',
    'é ',
    '...',
    '---',
    'it\'s "x"',
    ' ',
    '\t',
    '    deep',
    '\\n',
  ),
  fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }).map((all) => all.join('')),
)
const header = fc.constantFrom(
  '|',
  '|',
  '|-',
  '|+',
  '>',
  '>-',
  '>+',
  '|2',
  '|2-',
  '>1',
  '|+1',
  '|-2 # c',
  '| ',
)

type Printer = (indent: string) => string

const flow = fc.letrec<{ value: string; flow: string }>((tie) => ({
  flow: fc.oneof(
    fc
      .array(
        fc.tuple(fc.constantFrom(...KEYS), fc.constantFrom(': ', ':', ' : ', ': \n    '), tie('value')),
        { maxLength: 3 },
      )
      .map((all) => `{${all.map((one) => one.join('')).join(', ')}}`),
    fc.array(tie('value'), { maxLength: 3 }).map((all) => `[${all.join(', ')}]`),
    fc.array(tie('value'), { maxLength: 3 }).map((all) => `[ ${all.join(' ,\n      ')} , ]`),
  ),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 5, arbitrary: scalar },
    { weight: 1, arbitrary: tie('flow') },
  ),
})).flow

const node = fc.letrec<{ map: Printer; list: Printer; value: Printer }>((tie) => ({
  map: fc
    .array(
      fc.tuple(key(), tie('value'), fc.constantFrom('', '', '', '', '\n', '# above\n', '   # odd\n', '\n\n')),
      { minLength: 1, maxLength: 4 },
    )
    .map(
      (items): Printer =>
        (indent) =>
          items
            .map(
              ([name, value, above]) =>
                `${above.startsWith('#') ? indent : ''}${above}${indent}${name}:${value(indent)}`,
            )
            .join(''),
    ),
  list: fc
    .array(fc.tuple(tie('value'), fc.constantFrom('-', '-', '-', '-  ')), { minLength: 1, maxLength: 3 })
    .map(
      (items): Printer =>
        (indent) =>
          items.map(([value, dash]) => `${indent}${dash}${value(indent)}`).join(''),
    ),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    {
      weight: 6,
      arbitrary: fc.tuple(scalar, behind, fc.constantFrom(' ', ' ', ' ', ' ', ' ', '  ', '\t')).map(
        ([raw, end, gap]): Printer =>
          (indent) =>
            `${raw === '' ? '' : gap}${raw.replaceAll('\n', `\n${indent}  `)}${end}\n`,
      ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          header,
          fc.array(blockLine, { maxLength: 4 }),
          fc.constantFrom(' ', '  ', '    '),
          fc.boolean(),
        )
        .map(
          ([head, lines, step, isOpen]): Printer =>
            (indent) =>
              ` ${head}\n${lines.map((line) => (line === '' ? '\n' : `${indent}${step}${line}\n`)).join('')}${isOpen ? '\n' : ''}`,
        ),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(flow, behind).map(
        ([raw, end]): Printer =>
          (indent) =>
            ` ${raw.replaceAll('\n', `\n${indent}`)}${end}\n`,
      ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          tie('map'),
          fc.constantFrom(' ', '  ', '    '),
          fc.constantFrom('', '', '', ' &k', ' !!map', ' # c', ' !foo'),
        )
        .map(
          ([map, step, head]): Printer =>
            (indent) =>
              `${head}\n${map(indent + step)}`,
        ),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(tie('list'), fc.constantFrom('', '  ', ' ')).map(
        ([list, step]): Printer =>
          (indent) =>
            `\n${list(indent + step)}`,
      ),
    },
    {
      weight: 1,
      arbitrary: tie('map').map(
        (map): Printer =>
          (indent) =>
            ` ${map(`${indent}  `).trimStart()}`,
      ),
    },
  ),
}))

function key() {
  return fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom('a', 'b', 'c', 'd', 'title', 'one', 'other') },
    { weight: 3, arbitrary: fc.constantFrom(...KEYS) },
  )
}

const DAMAGE = [
  '"',
  "'",
  ':',
  ': ',
  '- ',
  '\n',
  '\n ',
  '\n  ',
  ' ',
  '  ',
  '\t',
  '#',
  ' #',
  '{',
  '}',
  '[',
  ']',
  ',',
  '&k ',
  '*k',
  '!',
  '|',
  '>',
  '---\n',
  '...\n',
  '%',
  '\\',
  '?',
  'a: b\n',
  '\u0085',
  '\u2028',
  '\0',
  '\u00a0',
  '\n# c\n',
  '\n\n',
]

const ends = {
  end: fc.constantFrom('', '', '', '\n', '# end\n', '...\n', '  # in\n', '---\nb: c\n', 'open'),
  eol: fc.constantFrom('\n', '\n', '\n', '\r\n'),
}

/** YAML texts as people, tools and accidents write them. */
export const yamlFiles: fc.Arbitrary<string> = damaged(
  fc
    .record({
      map: node.map,
      start: fc.constantFrom(
        '',
        '',
        '',
        '',
        '---\n',
        '# file\n',
        '# file\n---\n\n',
        '\n',
        '--- # x\n',
        '%YAML 1.2\n---\n',
      ),
      ...ends,
    })
    .map(({ map, start, ...shape }) => closed(start + map(''), shape)),
  DAMAGE,
)

/** The same below a language, as in Rails. */
export const railsFiles: fc.Arbitrary<string> = damaged(
  fc
    .record({
      map: node.map,
      start: fc.constantFrom('en:\n', '---\nen:\n', '# file\n---\n"en":\n', 'de:\n  a: b\nen: # c\n'),
      step: fc.constantFrom('  ', '    ', ' '),
      ...ends,
    })
    .map(({ map, start, step, ...shape }) => closed(start + map(step), shape)),
  DAMAGE,
)

function closed(text: string, { end, eol }: { readonly end: string; readonly eol: string }): string {
  return (end === 'open' ? text.replace(/\n$/, '') : text + end).replaceAll('\n', eol)
}
