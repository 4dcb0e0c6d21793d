import { expect, test } from 'vitest'
import { languageName } from './names.ts'
import { parseTag } from './tag.ts'

test('languages have names in other languages', () => {
  expect(languageName('de', 'fr')).toBe('allemand')
  expect(languageName('pt-BR', 'en')).toBe('Portuguese (Brazil)')
  expect(languageName('ar', 'ar')).toBe('العربية')
  expect(languageName('qqx', 'en')).toBe('qqx')
})

test('private subtags and extensions follow the name of the language', () => {
  expect(languageName('en-x-quot', 'en')).toBe('English (x-quot)')
  expect(languageName('de-x-formal', 'fr')).toBe('allemand (x-formal)')
  expect(languageName('es-419-u-ca-buddhist', 'en')).toBe('Spanish (Latin America) (u-ca-buddhist)')
  expect(languageName('qaa-x-pirate', 'en')).toBe('qaa-x-pirate')
})

test('every tag that a language can have is named in every other, or shown itself', () => {
  const tags = [
    ...[
      'de-x-formal',
      'en-x-quot',
      'es-419-u-ca-buddhist',
      'de-t-en-x-a',
      'x-pirate',
      'art-nvi',
      'zh-min-nan',
    ],
    ...[
      'zh-cmn-Hans',
      'zh-yue',
      'zh-Hans-CN',
      'sh',
      'mo',
      'tl',
      'qps-ploc',
      'qps-Latn-x-sh',
      'qaa',
      'ca-valencia',
    ],
    ...['de-DE-formal', 'pt-PT-ao1990', 'uz-Cyrl', 'sr-Latn-ijekavsk', 'en-US-x-piglatin', 'und', 'ar-XB'],
  ]
  for (const tag of tags) {
    expect(parseTag(tag)).toEqual({ ok: true, tag: expect.any(String) })
    for (const other of tags) expect(languageName(tag, other), `${tag} in ${other}`).not.toBe('')
  }
})
