import { expect, test } from 'vitest'
import { fillIn, MAIL_LANGUAGES, mailLanguage } from './mail-texts.ts'

/** Returns every text by its path: `invitation.lines.0`. */
function sentencesOf(texts: object, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? sentencesOf(value, `${path}${name}.`)
      : [[`${path}${name}`, String(value)] as [string, string]],
  )
}

const parametersOf = (sentence: string) => [...sentence.matchAll(/\{\{\w+\}\}/g)].map(String).toSorted()

test('emails have the same content in every language', () => {
  const english = new Map(sentencesOf(MAIL_LANGUAGES.get('en') ?? {}))
  for (const [language, texts] of MAIL_LANGUAGES) {
    const sentences = new Map(sentencesOf(texts))
    expect([language, ...sentences.keys()]).toEqual([language, ...english.keys()])
    for (const [place, sentence] of sentences) {
      expect(sentence.trim(), `${language} ${place}`).not.toBe('')
      const named = new Set(parametersOf(sentence))
      expect([...named], `${language} ${place}`).toEqual([...new Set(parametersOf(english.get(place) ?? ''))])
    }
  }
})

test('people with another or unknown language read English', () => {
  expect(['de', 'de-AT', 'pl', 'ar-EG', 'ja', null].map(mailLanguage)).toEqual([
    'de',
    'de',
    'pl',
    'ar',
    'en',
    'en',
  ])
})

test('parameters are filled in, but not inside other parameters', () => {
  expect(fillIn('{{a}} and {{b}} {{constructor}}', { a: '{{b}}', b: 'x' })).toBe(
    '{{b}} and x {{constructor}}',
  )
})
