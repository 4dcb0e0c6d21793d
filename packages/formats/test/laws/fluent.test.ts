import { readFileSync } from 'node:fs'
import { FluentParser, type Resource } from '@fluent/syntax'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../../../scripts/lib/law-runs.ts'
import { fluent } from '../../src/fluent/fluent.ts'
import { scanFtl } from '../../src/fluent/ftl-scanner.ts'
import { someCorpusFiles } from '../corpus/files.ts'
import { describeLaws } from './describe-laws.ts'
import { fileOf, textOf } from './pieces.ts'

const placeable = fc.constantFrom(
  '{ $name }',
  '{""}',
  '{ "{" }',
  '{-term}',
  '{ NUMBER($n, digits: 2) }',
  '{ $n ->\n    [one] One\n   *[other] { $n } more\n  }',
  '{ $n ->\n*[other]\n  deep\n    deeper\n}',
  '{\n $x\n}',
  '{{ $x }}',
)
const words = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'é', ' ', '.', '[', '*', '#', '=', '"', '\r', '\t', '-') },
  { weight: 2, arbitrary: placeable },
)
const lineText = fc.array(words, { maxLength: 5 }).map((parts) => parts.join(''))
const pattern = fc.oneof(
  { weight: 2, arbitrary: lineText.map((text) => ` ${text}`) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.tuple(fc.constantFrom(1, 2, 4, 4, 6), lineText), { minLength: 1, maxLength: 4 })
      .map((lines) => lines.map(([indent, text]) => `\n${' '.repeat(indent)}${text}`).join('')),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(lineText, lineText).map(([first, second]) => ` ${first}\n\n    ${second}  `),
  },
)
const attributes = fc
  .array(fc.tuple(fc.constantFrom('title', 'label', 'x'), pattern), { maxLength: 2 })
  .map((list) => list.map(([id, text]) => `\n    .${id} =${text}`).join(''))
const message = fc
  .tuple(
    fc.constantFrom('', '', '# Comment\n', '## Group\n\n', '\n'),
    fc.constantFrom('a', 'b-c', '-term', 'd_1', 'e'),
    fc.constantFrom(' =', '=', '  ='),
    pattern,
    attributes,
  )
  .map((parts) => parts.join(''))
const block = fc.oneof(
  { weight: 6, arbitrary: message },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      'junk',
      '# alone\n',
      '### File',
      'open = {',
      '}',
      '    indented',
      'only =\n    .attr = A',
    ),
  },
)
// A line of blanks after a value can be part of the value or follow it: the law on changed lines cannot
// distinguish these.
const file = fileOf(
  block.map((text) => text.replace(/\n +(?=\n|$)/g, '\n')),
  ['\n', '\r\n'],
)

// A text has to be a pattern: unclosed braces are refused.
describeLaws(
  fluent,
  {
    file,
    text: textOf(
      '\n',
      '\r',
      '{',
      '}',
      '{""}',
      '{ $x }',
      '{ $n ->\n [one] x\n *[other] y\n}',
      '.',
      '[',
      '*',
      '\n\n',
      '\n ',
      '#',
      '  ',
      '{ "" }',
      '{"a"}',
    ),
    path: fc.constantFrom(
      ['a'],
      ['new'],
      ['-new'],
      ['a', 'title'],
      ['a', 'new'],
      ['fresh', 'title'],
      ['-term', 'title'],
      ['b-c'],
      ['not an id'],
      ['a', 'b', 'c'],
      [''],
    ),
  },
  { floors: { set: 65, add: 40, several: 55, create: 40 } },
)

describe('the scanner and the parser of @fluent/syntax', () => {
  const parser = new FluentParser()

  test('agree on generated files', () => {
    fc.assert(
      fc.property(file, (bytes) => agree(fluent.read(bytes).text, parser.parse(fluent.read(bytes).text))),
      lawRuns(300),
    )
  })

  test('agree on random characters', () => {
    const noise = fc.array(
      fc.constantFrom(
        'a',
        'b',
        '-',
        ' ',
        '\n',
        '\r\n',
        '{',
        '}',
        '"',
        '$',
        '.',
        '=',
        '[',
        ']',
        '*',
        '->',
        '(',
        ')',
        ':',
        ',',
        '#',
        '1',
        '\\',
        '\\u00e9',
        '\r',
        '\t',
        '\na = ',
        '{ $x ->\n',
      ),
      { maxLength: 24 },
    )
    fc.assert(
      fc.property(noise, (parts) => agree(parts.join(''), parser.parse(parts.join('')))),
      lawRuns(2000, 300),
    )
  })

  test.each(['a = { $x ->\n[\n-\n', 'a = { $x ->\n[1.\n-\n', 'a = { 1.\n-b', 'a = { F(a: 1.\n\n'])(
    'agree on numbers cut short: %j',
    (text) => {
      agree(text, parser.parse(text))
    },
  )

  test.each(someCorpusFiles('fluent-ftl').map((path) => [path.slice(-60), path]))(
    'agree on …%s',
    (_, path) => {
      const { text } = fluent.read(readFileSync(path))
      agree(text, parser.parse(text))
    },
  )
})

/** A line that starts with a dot and is no attribute: `@fluent/syntax` takes the message above it for junk, too. */
const DOT_LINE = /^[ \r]*\.(?![a-zA-Z][\w-]* *=)/m

/** Checks that both find the same messages, attributes and junk at the same offsets. */
function agree(text: string, resource: Resource): void {
  if (DOT_LINE.test(text)) return
  const theirs = resource.body.flatMap((entry) => {
    const { start, end } = entry.span ?? { start: -1, end: -1 }
    if (entry.type === 'Junk') return [`junk ${start} ${end}`]
    if (entry.type !== 'Message' && entry.type !== 'Term') return []
    const id = entry.type === 'Term' ? `-${entry.id.name}` : entry.id.name
    const values = [entry.value, ...entry.attributes.map(({ value }) => value)]
    return [
      `${id} ${start}`,
      ...entry.attributes.map((attribute) => `.${attribute.id.name}`),
      ...values.map((value) => (value ? `${value.span?.end}` : 'none')),
    ]
  })
  const ours = [...scanFtl(text)].flatMap((part) => {
    if (part.kind === 'junk') return [`junk ${part.start} ${part.end}`]
    const values = [part.value, ...part.attributes.map(({ value }) => value)]
    return [
      `${part.id} ${part.start}`,
      ...part.attributes.map(({ id }) => `.${id}`),
      ...values.map((value) => (value ? `${value.end}` : 'none')),
    ]
  })
  expect(ours).toEqual(theirs)
}
