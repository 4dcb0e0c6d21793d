import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../../scripts/lib/law-runs.ts'
import type { Draft } from '../src/tree/draft.ts'
import { draftYaml } from '../src/yaml/draft-yaml.ts'
import { parseYaml } from '../src/yaml/parse-yaml.ts'
import { readDraft } from '../src/yaml/read-draft.ts'
import { readSimpleLines } from '../src/yaml/read-simple-lines.ts'
import { someCorpusFiles } from './corpus/files.ts'
import { yamlFile } from './yaml-file.ts'

// Simple lines are parsed without the library. The result must be the same: the pieces of the library's tree.

const key = fc.constantFrom(
  'a',
  'bc',
  'one',
  'x.y',
  'ä',
  '10',
  'no',
  '"q r"',
  "'s'",
  'a-b',
  'a b',
  '<<',
  ':sym',
  '?x',
  '~',
)
const value = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      'plain',
      'two words',
      'yes',
      '12',
      '1.5',
      '~',
      'null',
      ':symbol',
      '2020-01-01',
      '12:30',
      'a:b',
      'a: b',
      'a:',
      'it#s',
      'a #b',
    ],
    ...[
      '#x',
      '"double"',
      '"d\\n\\"q\\""',
      '"\\u00e9"',
      '"\\ud83d"',
      '"\\x41"',
      "'single'",
      "'it''s'",
      '"open',
      "'open",
      '"a" b',
      '"a"#',
      '"a" #c',
    ],
    ...[
      '-',
      '- x',
      '-x',
      '{a: b}',
      '[a]',
      '|',
      '>',
      '&x y',
      '*x',
      '!t z',
      '%x',
      '@x',
      '`x',
      '<b>x</b>',
      '(x)',
      '/x',
      'é',
      '\u00a0x',
      'x\u2028y',
      '😀',
    ],
  ),
  fc.string({ maxLength: 8 }).map((text) => text.replaceAll(/[\r\n]/g, '')),
)
const line = fc
  .tuple(
    fc.constantFrom('', '', '  ', '    ', '   '),
    key,
    fc.constantFrom(':', ': ', ':  ', ' :', ':\t'),
    value,
    fc.constantFrom('', '', ' ', ' # c', '\t'),
  )
  .map((parts) => parts.join(''))
const usual = fc
  .tuple(
    fc.constantFrom('', '', '  '),
    fc.constantFrom('a', 'bc', '"q r"', 'x.y'),
    fc.constantFrom('', ' plain', ' two words # c', ' "d"', " 'it''s'"),
  )
  .map(([indent, name, rest]) => `${indent}${name}:${rest}`)
const anyLine = fc.oneof(
  { weight: 20, arbitrary: usual },
  { weight: 6, arbitrary: line },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '  ', '# c', '   # c', '---', '...', '- a', 'text', '    text'),
  },
)
const text = fc
  .tuple(fc.array(anyLine, { minLength: 1, maxLength: 8 }), fc.constantFrom('\n', '\n', '\r\n'), fc.boolean())
  .map(([lines, eol, isOpen]) => lines.join(eol) + (isOpen ? '' : eol))

describe('lines that are parsed without the library', () => {
  test('give the same pieces as the library', () => {
    let simple = 0
    fc.assert(
      fc.property(text, (content) => {
        if (readSimpleLines({ text: content, hasSymbols: true }, 0, content.length) !== null) simple++
        agrees(content)
      }),
      lawRuns(1500, 300),
    )
    // The law is meaningless if too few files have simple lines.
    expect(simple).toBeGreaterThan(lawRuns(1500, 300).numRuns / 20)
  })

  test('give the same pieces in whole files', () => {
    fc.assert(
      fc.property(yamlFile('de'), (bytes) => agrees(Buffer.from(bytes).toString())),
      lawRuns(100),
    )
    for (const path of someCorpusFiles('rails-yaml')) agrees(readFileSync(path, 'utf8'))
  })
})

function agrees(content: string): void {
  const source = { text: content, hasSymbols: true }
  const { documents, issues } = parseYaml({
    text: content,
    start: 0,
    end: content.length,
    depth: 0,
    work: { values: 0, tokens: 0 },
  })
  const ours = readDraft(source)
  if (issues.length > 0 || documents.length > 1) {
    expect(ours.issues.length > 0 || ours.second !== null, content).toBe(true)
    return
  }
  if (ours.issues.length === 0) expect(plain(ours.draft)).toEqual(plain(draftYaml(source, documents[0])))
}

/** Removes the links to parents, which are cyclic. */
function plain(draft: Draft | null): unknown {
  return JSON.parse(JSON.stringify(draft, (name, inner: unknown) => (name === 'parent' ? undefined : inner)))
}
