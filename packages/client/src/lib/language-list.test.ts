import { describe, expect, test } from 'vitest'
import { findLanguages, languageNamed, unknownTag } from './language-list.ts'

const NONE: ReadonlySet<string> = new Set()
const found = (text: string, locale = 'en') => findLanguages(text, locale, NONE).map(({ tag }) => tag)

describe('a language is named by', () => {
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
  ])('%s (%s)', (text, locale, tag) => {
    expect(languageNamed(text, locale)).toBe(tag)
    expect(found(text, locale)[0]).toBe(tag)
  })
  test.each(['', 'zz', 'klingonese', 'fren', 'not a tag'])('%s names none', (text) => {
    expect(languageNamed(text, 'en')).toBeNull()
  })
})

describe('while typing', () => {
  test('names that begin so come first, in any of the languages', () => {
    expect(found('ger')[0]).toBe('de')
    expect(found('deu', 'pl')[0]).toBe('de')
    expect(found('portug')).toEqual(expect.arrayContaining(['pt', 'pt-BR', 'pt-PT']))
  })
  test('the usual ones are offered first of all, without those that are there', () => {
    expect(found('')).toContain('de')
    expect(findLanguages('', 'en', new Set(['de'])).map(({ tag }) => tag)).not.toContain('de')
  })
  test('a variant that is typed by its code is there', () => {
    expect(found('de_LI')).toContain('de-LI')
  })
})

test('a code that nobody has named is told apart', () => {
  expect([unknownTag('zz'), unknownTag('zz_DE'), unknownTag('de'), unknownTag('french')]).toEqual([
    'zz',
    'zz-DE',
    null,
    null,
  ])
})
