import { expect, test } from 'vitest'
import { pseudoText, runChecks, syntaxById } from '../src/index.ts'

/** Quadratic time for a text of this length, of which one run takes minutes, passes the deadline of every test. */
const LENGTH = 300_000

const PIECES = [...'aéA中 1\n"\'<{}\\-%./([,:=#&*|$@’«!'].concat(['a ', 'A b ', 'a/', '//', '. '])

const TEXTS: readonly (readonly [string, string])[] = [
  ...PIECES.map((piece) => [piece, piece.repeat(LENGTH / piece.length)] as const),
  ['$t(a, {…})', `$t(a, {${'{'.repeat(LENGTH)}})`],
  ['a … b', `a${' '.repeat(LENGTH)}b`],
]

test.each(TEXTS)('the checks of a long text of %j end', (_, text) => {
  for (const source of [text, 'x y z']) {
    const issues = runChecks({
      syntax: syntaxById('i18next'),
      sourceLanguage: 'en',
      language: 'de',
      plural: 'none',
      sourceForms: { other: source },
      forms: { other: text },
      maxLength: null,
      limits: null,
    })
    // At most one issue per character: the length of the answer is bounded as well.
    expect(issues.length).toBeLessThanOrEqual(LENGTH)
  }
})

test.each(['a'.repeat(LENGTH), `a${' '.repeat(LENGTH)}b`])(
  'the pseudo language of a long text ends: %#',
  (text) => {
    const options = { lengthPercent: 40, brackets: true, rightToLeft: false }
    expect(pseudoText(text, syntaxById('i18next'), options).length).toBeGreaterThanOrEqual(text.length)
  },
)
