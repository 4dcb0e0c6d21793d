import { i18nextSyntax, syntaxById } from '@dragoman/core'
import { expect, test } from 'vitest'
import { previewCounts, previewRuns } from './preview.ts'

const shown = (message: string, count: number | null = null, language = 'en') =>
  previewRuns(message, { syntax: i18nextSyntax, language, count })
    .map((run) => run.text)
    .join('')

test('the count of the form is inserted, in the digits of the language', () => {
  expect(shown('{{count}} items', 5)).toBe('5 items')
  expect(shown('{{count}} items', 1234567, 'de')).toBe('1.234.567 items')
})
test('the name determines the kind of example value', () => {
  expect(shown('Sent to {{email}} by {{ user.firstName }}')).toBe('Sent to ada@example.org by Ada')
  expect(shown('{{price, currency(EUR)}}', null, 'de')).toMatch(/29,90\s€/)
  expect(shown('{{whatever}}')).toBe('whatever')
})
test('tags are removed, bold ones make their text strong', () => {
  const runs = previewRuns('Press <b>now</b> or <0>later</0>', {
    syntax: i18nextSyntax,
    language: 'en',
    count: null,
  })
  expect(runs.filter((run) => run.strong).map((run) => run.text)).toEqual(['now'])
  expect(shown('a</b>b')).toBe('ab')
})
test('a language unknown to Intl does not break it', () => {
  expect(shown('{{count}}', 2, 'i-bad_')).toBe('2')
})
test('a choice shows the branch of its number', () => {
  const icu = (message: string, count: number | null) =>
    previewRuns(message, { syntax: syntaxById('icu'), language: 'en', count })
      .map((run) => run.text)
      .join('')
  expect(icu("It''s {n, plural, =0 {nothing} one {# item} other {# items}}", 0)).toBe("It's nothing")
  expect(icu('{n, plural, one {# item} other {# items}}', 1)).toBe('1 item')
  expect(icu('{n, plural, one {# item} other {# items}} of {userName}', null)).toBe('5 items of ada')
  expect(icu('{who, select, female {her} other {their}} file', null)).toBe('their file')
})
test('other syntaxes fill their own placeholders', () => {
  const runs = (syntax: string, message: string) =>
    previewRuns(message, { syntax: syntaxById(syntax), language: 'en', count: null })
      .map((run) => run.text)
      .join('')
  expect(runs('printf', '%d%% of %(email)s')).toBe('5% of ada@example.org')
  expect(runs('laravel', ':count file|:count files')).toBe('5 files')
})
test('forms between bars are shown with a number that the program selects them for', () => {
  const lines = (language: string, message: string) => {
    const facts = { syntax: syntaxById('laravel'), language }
    return previewCounts(message, facts).map((count) =>
      previewRuns(message, { ...facts, count })
        .map((run) => run.text)
        .join(''),
    )
  }
  expect(lines('pl', ':count plik|:count pliki|:count plików')).toEqual(['1 plik', '3 pliki', '5 plików'])
  // Without a third form, Laravel shows the first one for its numbers.
  expect(lines('pl', ':count plik|:count pliki')).toEqual(['1 plik', '3 pliki'])
  expect(lines('tr', 'Bir dosya|:count dosya')).toEqual(['Bir dosya'])
  expect(lines('ga', 'aon|dó|:count comhad')).toEqual(['aon', 'dó', '5 comhad'])
  expect(lines('en', '{0} none|[1,*] :count files')).toEqual([])
})
test('a plural within the text is shown with a number for each of its forms', () => {
  const counts = (syntax: string, message: string) =>
    previewCounts(message, { syntax: syntaxById(syntax), language: 'pl' })
  expect(
    counts('icu', 'Masz {n, plural, =0 {nic} one {# plik} few {# pliki} many {# plików} other {# pliku}}'),
  ).toEqual([0, 1, 3, 5, 0.5])
  expect(counts('icu', 'Masz {n}')).toEqual([])
  expect(counts('i18next', '{{count}}')).toEqual([])
})
