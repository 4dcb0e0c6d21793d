import { expect, test } from 'vitest'
import { overridingSource, withoutLanguageQuery } from './overruled-choice.ts'

test.each([
  ['en', '', '', null],
  ['en', '', 'a=1; i18next=pl; b=2', { place: 'cookie', language: 'pl' }],
  ['pl', '', 'i18next=pl-PL', null],
  ['en', '', 'i18next=fr', null],
  ['en', '', 'noti18next=pl', null],
  ['en', '', 'i18next=%E0%A4%A', null],
  ['en', '?lng=de', 'i18next=pl', { place: 'query', language: 'de' }],
  ['de', '?lng=de', 'i18next=pl', null],
  ['en', '?lng=xx', 'i18next=ar', { place: 'cookie', language: 'ar' }],
])('the choice of %s at “%s” with the cookies “%s”', (chosen, search, cookie, expected) => {
  expect(overridingSource(chosen, { search, cookie })).toEqual(expected)
})

test('the parameter is removed, everything else stays', () => {
  expect(withoutLanguageQuery('http://a.b/p/shop?q=ns%3Ax&lng=pl#top')).toBe('http://a.b/p/shop?q=ns%3Ax#top')
})
