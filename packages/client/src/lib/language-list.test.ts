import { describe, expect, test } from 'vitest'
import { findLanguages, languageNamed, unknownTag } from './language-list.ts'

const NONE: ReadonlySet<string> = new Set()
const found = (text: string, locale = 'en') => findLanguages(text, locale, NONE).map(({ tag }) => tag)

describe('a language is found by', () => {
  test.each([
    ['french', 'en', 'fr'],
    ['Polish', 'de', 'pl'],
    ['polski', 'en', 'pl'],
    ['Polnisch', 'de', 'pl'],
    ['francuski', 'pl', 'fr'],
    ['العربية', 'en', 'ar'],
    ['الألمانية', 'ar', 'de'],
    ['pt_BR', 'en', 'pt-BR'],
    ['PT-br', 'en', 'pt-BR'],
    ['zh-rCN', 'en', 'zh-CN'],
    ['fur', 'en', 'fur'],
    [' deutsch ', 'en', 'de'],
    ['wloski', 'pl', 'it'],
    ['foroyskt', 'en', 'fo'],
  ])('%s (%s)', (text, locale, tag) => {
    expect(languageNamed(text, locale)).toBe(tag)
    expect(found(text, locale)[0]).toBe(tag)
  })
  test.each(['', 'zz', 'klingonese', 'fren', 'not a tag'])('%s is none', (text) => {
    expect(languageNamed(text, 'en')).toBeNull()
  })
})

describe('while typing', () => {
  test('names that start with the text come first, in any of the languages', () => {
    expect(found('ger')[0]).toBe('de')
    expect(found('deu', 'pl')[0]).toBe('de')
    expect(found('portug')).toEqual(expect.arrayContaining(['pt', 'pt-BR', 'pt-PT']))
  })
  test('common languages are offered first, without existing ones', () => {
    expect(found('')).toContain('de')
    expect(findLanguages('', 'en', new Set(['de'])).map(({ tag }) => tag)).not.toContain('de')
  })
  test('a variant typed by its code is found', () => {
    expect(found('de_LI')).toContain('de-LI')
  })
})

test('a code without a name is distinguished', () => {
  expect([unknownTag('zz'), unknownTag('zz_DE'), unknownTag('de'), unknownTag('french')]).toEqual([
    'zz',
    'zz-DE',
    null,
    null,
  ])
})
