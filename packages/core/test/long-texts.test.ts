import { expect, test } from 'vitest'
import { runChecks, syntaxById } from '../src/index.ts'

/** Quadratic time for a text of this length, of which one run takes minutes, passes the deadline of every test. */
const LENGTH = 300_000

const PIECES = [...'aéA中 1\n"\'<{}\\-%./([,:=#&*|$@’«!'].concat(['a ', 'A b ', 'a/', '//', '. '])

test.each(PIECES)('the checks of a long text of %j end', (piece) => {
  const text = piece.repeat(LENGTH / piece.length)
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
