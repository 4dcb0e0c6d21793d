import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parse } from 'dot-properties'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Document, isWhole, javaProperties } from '../../src/index.ts'
import {
  compareFiles,
  type Difference,
  damaged,
  hasLoneSurrogate,
  orNull,
  pathId,
  type Reading,
  textsOf,
  wellFormed,
} from './compare-files.ts'

const piece = fc.constantFrom(
  'a',
  'two words',
  ' ',
  '\t',
  '\f',
  '\\\n   ',
  '\\\n',
  '\\\r\n\t',
  '\\\r',
  '\\u00e9',
  '\\u00C9',
  '\\uD83D\\uDE00',
  '\\ud800',
  '\\uuu0041',
  '\\u12',
  '\\n',
  '\\t',
  '\\r',
  '\\f',
  "\\'",
  '\\=',
  '\\:',
  '\\ ',
  '\\\\',
  '\\\\\\',
  'é',
  '日',
  '😀',
  '=',
  ':',
  '#',
  '!',
  '{0}',
  "'",
  '"',
  '\u00a0',
  '\u2028',
  '\\x',
  '\\0',
  '\v',
  '\\\n\\\n',
  '\\\n#',
  '\\\n\n',
)
const key = fc.constantFrom(
  'a',
  'b',
  'c',
  'd',
  'e.f',
  'g',
  'd\\ e',
  '\\:',
  'k\\u00e9y',
  '\\#x',
  'long.key',
  '\\=',
  '\\\n x',
  'é',
  '"q"',
  '\\u0061',
  '\\a',
  'x\\\n  y',
  '',
)
const line = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        fc.constantFrom('', '', '', ' ', '\t', '\f'),
        key,
        fc.constantFrom('=', '=', ' = ', ': ', ' ', '   =', '\t', '', '==', ' : ', '\\\n=', '\f=', ' \\\n ='),
        fc.array(piece, { maxLength: 6 }),
      )
      .map(([indent, name, gap, all]) => indent + name + gap + all.join('')),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '',
      '   ',
      '# comment',
      '! other',
      '  # more\\',
      '\\',
      '=',
      'a\\',
      '#',
      '\\ ',
      ':x',
      ' \\',
      '#\\u12',
    ),
  },
)
const files = damaged(
  fc
    .tuple(
      fc.array(line, { minLength: 1, maxLength: 7 }),
      fc.constantFrom('\n', '\n', '\r\n', '\r'),
      fc.boolean(),
    )
    .map(([lines, eol, isClosed]) => lines.join(eol) + (isClosed ? eol : '')),
  ['\\', '\\\\', '\n', '\r', '=', ':', ' ', '#', '!', '\\u', '\\u00', '\f', 'a=b\n', '\u0085', '\ufeff'],
)
const texts = textsOf(
  'a',
  ' ',
  '  ',
  '\t',
  '\f',
  '\n',
  '\r',
  '\r\n',
  '\\',
  '\\u12',
  '\\n',
  '=',
  ':',
  '#',
  '!',
  "'",
  '"',
  'é',
  'ż',
  '日',
  '😀',
  '\0',
  '\u2028',
  '\u0085',
  '\u007f',
)

const hasJava = spawnSync('java', ['-version']).status === 0
const oracle = { format: javaProperties, files, texts, isRefused } as const

describe.skipIf(!hasJava)(
  hasJava ? 'java.util.Properties' : 'java.util.Properties (skipped: Java is not installed)',
  () => {
    test('reads the same', () => {
      compareFiles({ ...oracle, readAll: readByJava })
    })
  },
)

describe('dot-properties', () => {
  test('reads the same', () => {
    compareFiles({
      ...oracle,
      readAll: orNull((file) => readingOf(Object.entries(parse(file)))),
      isExplained,
      floors: { refused: 0 },
    })
  })
})

/** An escape without its four digits is a warning: Java refuses the file, and the text can be fixed. */
function isRefused(document: Document): boolean {
  return !isWhole(document) || document.issues.some(({ code }) => code === 'bad-escape')
}

function readByJava(all: readonly string[]): readonly Reading[] {
  const program = fileURLToPath(new URL('./ReadProperties.java', import.meta.url))
  const { stdout, stderr } = spawnSync('java', [program], {
    input: all.map((text) => `${Buffer.from(text).toString('base64')}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  const answers = stdout.split('\n').slice(0, -1)
  expect(answers.length, stderr).toBe(all.length)
  const decode = (text = '') => Buffer.from(text, 'base64').toString('utf16le')
  return answers.map((answer) => {
    if (answer.endsWith('invalid')) return null
    const pairs = answer.split(' ').filter((pair) => pair !== '')
    return readingOf(pairs.map((pair) => pair.split(':')).map(([name, text]) => [decode(name), decode(text)]))
  })
}

/** Explained in docs/formats/java-properties.md: empty keys, and those with NUL or half of a surrogate pair, are no entries. */
function readingOf(pairs: readonly (readonly [string, unknown])[]): Reading {
  return new Map(
    pairs
      .filter(([name]) => name !== '' && !name.includes('\0') && !hasLoneSurrogate(name))
      .map(([name, text]) => [pathId([name]), wellFormed(String(text))]),
  )
}

/**
 * Differences from Java, which docs/formats/java-properties.md follows: this library does not read a carriage
 * return after a backslash as a line break, a comment below nothing but a backslash, or more than one `u`, and
 * reads an escape without its digits as text.
 */
function isExplained({ file }: Difference): boolean {
  return /\\\r|\\u(?![\da-fA-F]{4})|^[ \t\f]*\\[\r\n]/m.test(file)
}
