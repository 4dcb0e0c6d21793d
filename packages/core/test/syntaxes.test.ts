import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../../scripts/lib/law-runs.ts'
import {
  ALL_SYNTAXES,
  applyFixes,
  hasFailing,
  leavesOf,
  type MessageSyntax,
  type Part,
  placeholdersOf,
  runChecks,
  syntaxById,
} from '../src/index.ts'
import { countSearched } from './count-searched.ts'
import { PIECES } from './message-pieces.ts'
import { printMessage } from './print-message.ts'

/**
 * How often a parser can examine each character. A search from every piece to the end of the text would
 * examine each of 4000 characters hundreds of times.
 */
const MOST_SEARCHES = 30

/** Noise made of pieces that have a meaning in some syntax. */
const noise = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...PIECES) },
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 24 },
  )
  .map((pieces) => pieces.join(''))

describe.each(ALL_SYNTAXES.map((syntax): [string, MessageSyntax] => [syntax.id, syntax]))(
  '%s',
  (_, syntax) => {
    test('loses nothing, never throws, and its spans are correct', () => {
      fc.assert(
        fc.property(noise, (text) => {
          const { parts, issues } = syntax.parse(text)
          expect(printMessage(parts)).toBe(text)
          expectTrueSpans(parts, text)
          const leaves = leavesOf(parts)
          expect(leaves.map((leaf) => leaf.text).join('')).toBe(text)
          for (const { text: piece, span } of [...leaves, ...placeholdersOf(parts)])
            expect(text.slice(span.start, span.end)).toBe(piece)
          for (const { span } of issues)
            expect(span.start >= 0 && span.start <= span.end && span.end <= text.length).toBe(true)
          if (!syntax.hasMarkup(text))
            expect([parts.every((part) => part.kind === 'text'), issues]).toEqual([true, []])
          if (!syntax.hasPlaceholders(text))
            expect(parts.every((part) => ['text', 'tag', 'escape'].includes(part.kind))).toBe(true)
        }),
        lawRuns(200),
      )
    })

    test('writing a form back unchanged changes nothing', () => {
      fc.assert(
        fc.property(noise, (text) => {
          const plural = syntax.pluralOf?.(text) ?? null
          if (plural === null) return
          const again = new Map(plural.forms.map((form) => [form.selector, form.text]))
          // Of two forms with the same selector, the first is changed.
          for (const { selector, text: form } of plural.forms.toReversed()) again.set(selector, form)
          for (const [selector, form] of again) expect(plural.withForm(selector, form)).toBe(text)
          const printed = plural.withForms(plural.forms)
          expect(printed.text).toBe(text)
          expect(printed.spans.map(({ start, end }) => text.slice(start, end))).toEqual(
            plural.forms.map((form) => form.text),
          )
        }),
        lawRuns(200),
      )
    })

    test('no check throws, fixes stay within the text, and hasFailing agrees', () => {
      fc.assert(
        fc.property(
          noise,
          noise,
          fc.constantFrom('de', 'ar', 'ja', 'ru'),
          fc.constantFrom('none' as const, 'cardinal' as const),
          (source, text, language, plural) => {
            const input = {
              syntax,
              sourceLanguage: 'en',
              language,
              plural,
              sourceForms: { other: source },
              forms: { other: text },
              maxLength: null,
              limits: null,
            }
            const issues = runChecks(input)
            expect(hasFailing(input)).toBe(issues.length > 0)
            for (const issue of issues) {
              expect(
                issue.span.start >= 0 && issue.span.start <= issue.span.end && issue.span.end <= text.length,
              ).toBe(true)
              if (issue.form === 'other' && issue.fix !== undefined)
                expect(typeof applyFixes(text, [issue])).toBe('string')
            }
          },
        ),
        lawRuns(100),
      )
    })

    test('a long run of any piece keeps its text, and each character is examined a few times', () => {
      for (const piece of PIECES) {
        const text = piece.repeat(Math.ceil(4000 / piece.length))
        const { result, searched } = countSearched(() => syntax.parse(text))
        expect(printMessage(result.parts), piece).toBe(text)
        expect(searched / text.length, piece).toBeLessThan(MOST_SEARCHES)
      }
    })
  },
)

test('an unknown syntax has no placeholders', () => {
  expect(
    syntaxById('of-the-future')
      .parse('{x} <b>%s</b>')
      .parts.map(({ kind }) => kind),
  ).toEqual(['text', 'tag', 'text', 'tag'])
})

function expectTrueSpans(parts: readonly Part[], text: string): void {
  for (const part of parts) {
    expect(text.slice(part.span.start, part.span.end)).toBe(part.text)
    if (part.kind !== 'choice') continue
    for (const branch of part.branches) {
      expect(text.slice(branch.span.start, branch.span.end)).toBe(branch.text)
      expect(printMessage(branch.parts)).toBe(branch.text)
      expectTrueSpans(branch.parts, text)
    }
  }
}
