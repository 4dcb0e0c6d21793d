import { describe, expect, test } from 'vitest'
import { i18nextSyntax } from '../message/i18next/i18next-syntax.ts'
import { applyFixes } from './apply-fix.ts'
import { runChecks } from './run.ts'

/** Returns the text with the fixes of all issues about invisible characters, in German or in `language`. */
function fixed(source: string, text: string, language = 'de'): string {
  const issues = runChecks({
    syntax: i18nextSyntax,
    sourceLanguage: 'en',
    language,
    plural: 'none',
    sourceForms: { other: source },
    forms: { other: text },
    maxLength: null,
    limits: null,
  }).filter(({ code }) => code === 'invisible-character')
  expect(issues.length).toBeGreaterThan(0)
  return applyFixes(text, issues)
}

describe.each(['\u2028', '\u2029', '\u000b', '\u000c', '\u0085'])('the separator %j', (separator) => {
  test('becomes a line break that the source has, too', () => {
    expect(fixed('First line\nSecond', `Erste Zeile${separator}Zweite`)).toBe('Erste Zeile\nZweite')
    expect(fixed('a\nb\nc', `a${separator}b\nc`)).toBe('a\nb\nc')
  })

  test('becomes a space if the source has as many line breaks', () => {
    expect(fixed('First line, second', `Erste Zeile,${separator}zweite`)).toBe('Erste Zeile, zweite')
    expect(fixed('a\nb c', `a\nb${separator}c`)).toBe('a\nb c')
  })

  test('is removed next to white space, at the ends and between syllables', () => {
    expect(fixed('First line, second', `Erste Zeile, ${separator}zweite`)).toBe('Erste Zeile, zweite')
    expect(fixed('First line, second', `Erste Zeile,${separator} zweite`)).toBe('Erste Zeile, zweite')
    expect(fixed('a\nb', `a${separator}\nb`)).toBe('a\nb')
    expect(fixed('Done', `${separator}Fertig${separator}`)).toBe('Fertig')
    expect(fixed('Saved now', `今${separator}保存`, 'ja')).toBe('今保存')
  })

  test('of several in a row, only one is replaced', () => {
    expect(fixed('First, second', `Erste,${separator}${separator}zweite`)).toBe('Erste, zweite')
    expect(fixed('a\nb', `a${separator}\u2028b`)).toBe('a\nb')
  })

  test('is a line break in the source language if the text has others', () => {
    expect(fixed('', `a\nb${separator}c`, 'en')).toBe('a\nb\nc')
    expect(fixed('', `a${separator}c`, 'en')).toBe('a c')
  })
})

test('other invisible characters are removed', () => {
  expect(fixed('Hello', 'Hal\u200blo\u0007')).toBe('Hallo')
})
