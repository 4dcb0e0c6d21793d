import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { NOTIFICATION_KINDS } from '@dragoman/core'
import { expect, test } from 'vitest'
import { MAIL_LANGUAGES, mailLanguage, mailTexts } from './mail-texts.ts'

const PLURAL = /_(?:zero|one|two|few|many|other)$/

/** Returns every text by its path without the plural form: `invitation.lines.0`. */
function sentencesOf(texts: object, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? sentencesOf(value, `${path}${name}.`)
      : [[`${path}${name}`.replace(PLURAL, ''), String(value)] as [string, string]],
  )
}

const parametersOf = (sentence: string) => [...new Set([...sentence.matchAll(/\{\{\w+\}\}/g)].map(String))]

test('emails have the same content in every language', () => {
  const english = new Map(sentencesOf(MAIL_LANGUAGES.en))
  for (const [language, texts] of Object.entries(MAIL_LANGUAGES)) {
    const sentences = sentencesOf(texts)
    expect([language, ...new Set(sentences.map(([path]) => path))]).toEqual([language, ...english.keys()])
    for (const [path, sentence] of sentences) {
      expect(sentence.trim(), `${language} ${path}`).not.toBe('')
      // A form for one or two things can name the number in words.
      const named = parametersOf(sentence).toSorted()
      const expected = parametersOf(english.get(path) ?? '').toSorted()
      expect([expected, expected.filter((one) => one !== '{{count}}')], `${language} ${path}`).toContainEqual(
        named,
      )
    }
  }
})

test.each(Object.entries(MAIL_LANGUAGES))('%s has every plural form of its language', (language, texts) => {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  for (const kind of ['new-strings', 'source-changed'])
    expect(
      Object.keys(texts.items)
        .filter((name) => name.startsWith(`${kind}_`))
        .toSorted(),
    ).toEqual(forms.map((form) => `${kind}_${form}`).toSorted())
})

test('people with another or unknown language read English', () => {
  expect(['de', 'de-AT', 'pl', 'ar-EG', 'ja', 'constructor', null].map(mailLanguage)).toEqual([
    'de',
    'de',
    'pl',
    'ar',
    'en',
    'en',
    'en',
  ])
})

test('a number gets the plural form of the language', () => {
  const say = (language: string, count: number) =>
    mailTexts(language)('items.new-strings', { count, language: 'X' })
  expect([say('en', 1), say('en', 2), say('pl', 3), say('pl', 5)]).toEqual([
    '1 new string in X',
    '2 new strings in X',
    '3 nowe teksty (X)',
    '5 nowych tekstów (X)',
  ])
})

test('a value that looks like a placeholder or a reference stays text', () => {
  const actor = '{{key}} $t(test.subject) <b>'
  expect(mailTexts('en')('items.suggestion-accepted', { actor, key: 'k', language: 'de' })).toBe(
    `${actor} accepted your suggestion for k (de)`,
  )
})

test('every kind of notification has a text', () => {
  const texts: Readonly<Record<string, string>> = MAIL_LANGUAGES.en.items
  expect(NOTIFICATION_KINDS.filter((kind) => (texts[kind] ?? texts[`${kind}_other`]) === undefined)).toEqual(
    [],
  )
})

test('emails exist in the languages of the interface', () => {
  const interfaces = readdirSync(join(import.meta.dirname, '../../../client/public/locales'))
  expect(Object.keys(MAIL_LANGUAGES).toSorted()).toEqual(interfaces.toSorted())
})
