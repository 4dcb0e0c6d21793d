import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placeholdersOf, syntaxById } from '../../src/index.ts'
import { sampleOf } from './oracle-runs.ts'

const printf = syntaxById('printf')
const hasPython = spawnSync('python3', ['--version']).status === 0

const CONVERSIONS =
  `%s %d %i %r %a %c %x %e %f %g %5.2f %-10s %05d %+d %#x %*d %.*f %ld %% %% text é . , (x) {name}`.split(
    /\s+/,
  )
const NAMED = `%(name)s %(count)d %(price).2f %(x)r %% text é . ,`.split(/\s+/).concat('%(a b)s')
const FIELDS =
  `{} {} {0} {1} {name} {user.name} {items[0]} {name!r} {!s} {:>5} {0:.2f} {name:{width}} {count:,d} {name!x} { } text é . , %s 5`.split(
    /\s+/,
  )

describe.skipIf(!hasPython)(hasPython ? 'Python' : 'Python (skipped: it is not installed)', () => {
  test.each([
    ['by position', CONVERSIONS],
    ['by name', NAMED],
  ])('the % operator takes the same arguments %s', (_, pieces) => {
    const texts = sampleOf(joined(pieces)).filter((text) => !isExplained(text))
    const answers = readByPython('percent', texts)
    let accepted = 0
    for (const [index, text] of texts.entries()) {
      const answer = answers[index] ?? null
      // Python rejects what is no conversion; nothing shows that another program does not read it.
      if (answer === null) continue
      accepted += 1
      const own = placeholdersOf(printf.parse(text).parts).filter(({ name }) => !name.startsWith('{'))
      if (Array.isArray(answer))
        expect([...new Set(own.map(({ name }) => name.slice(1, -1)))].toSorted(), text).toEqual(answer)
      else expect(Math.max(0, ...own.map(({ name }) => Number(name))), text).toBe(answer)
    }
    expect(accepted).toBeGreaterThan(texts.length / 2)
  })

  test('str.format takes the same fields', () => {
    // Explained in docs/messages.md: other programs write `{{name}}`, which is a text in braces for Python.
    const texts = sampleOf(joined(FIELDS)).filter((text) => !/\{\{|\}\}/.test(text))
    const answers = readByPython('format', texts)
    let accepted = 0
    for (const [index, text] of texts.entries()) {
      const answer = answers[index] ?? null
      // Explained in docs/messages.md: a field whose name is no identifier and no number is text.
      if (!Array.isArray(answer) || !answer.every((name) => /^[\w.[\]]+$/.test(name))) continue
      accepted += 1
      const own = placeholdersOf(printf.parse(text).parts).filter(({ name }) => name.startsWith('{'))
      // Explained in docs/messages.md: a field within the format of another counts as part of it.
      expect(
        own.map(({ name }) => name.slice(1, -1)),
        text,
      ).toEqual(answer.filter((name) => name !== 'width'))
    }
    expect(accepted).toBeGreaterThan(texts.length / 10)
  })
})

/** Pieces with a space between them, or a letter and a digit of other words. */
function joined(pieces: readonly string[]): fc.Arbitrary<string> {
  return fc
    .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom(' ', ' ', '', '-', '/')), { maxLength: 7 })
    .map((pairs) => pairs.flat().join(''))
}

/**
 * Differences that docs/messages.md explains: `% d` is a percentage, not the space flag; a conversion that is
 * not `%s`, `%d`, `%u`, `%f`, `%c` is text if a letter follows.
 */
function isExplained(text: string): boolean {
  return /% |%[-+#0-9.*]*[A-Za-z]{2,}/.test(text.replaceAll('%%', '  ').replaceAll(/%ld(?![a-z])/g, '%d'))
}

function readByPython(reader: 'percent' | 'format', texts: readonly string[]): readonly unknown[] {
  const program = fileURLToPath(new URL('./read_messages.py', import.meta.url))
  const { stdout, stderr } = spawnSync('python3', [program, reader], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  expect(stderr).toBe('')
  const answers: unknown = JSON.parse(stdout)
  return Array.isArray(answers) ? answers : []
}
