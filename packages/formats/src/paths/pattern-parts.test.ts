import { describe, expect, test } from 'vitest'
import { patternProblem, withLanguages } from './pattern-parts.ts'

describe('withLanguages', () => {
  test.each([
    ['res/values{-lng=en}/strings.xml', 'de', undefined, 'res/values{-lng=de}/strings.xml'],
    ['res/values{-lng}/strings.xml', 'de', undefined, 'res/values{-lng=de}/strings.xml'],
    ['{lng}/{ns}.json', 'de', undefined, '{lng}/{ns}.json'],
    ['{lng;en=Base}.lproj/{ns}.strings', 'de', undefined, '{lng;en=Base}.lproj/{ns}.strings'],
    ['l/{lng}/{ns=a,b}.json', 'en', new Map([['de', 'de_DE']]), 'l/{lng;de=de_DE}/{ns=a,b}.json'],
    [
      'm{_lng}.ini',
      'en',
      new Map([['zh-Hans', 'Chinese (Simplified)']]),
      'm{_lng=en;zh-Hans=Chinese (Simplified)}.ini',
    ],
  ])('%s with source %s', (pattern, source, spellings, expected) => {
    expect(withLanguages(pattern, spellings === undefined ? { source } : { source, spellings })).toBe(
      expected,
    )
  })
})

describe('patternProblem', () => {
  test.each([
    ['locales/{lng}/{ns}.json', null],
    ['res/values{-lng=pt-BR;he=iw}/{ns=a,b}.xml', null],
    ['App/Localizable.xcstrings', null],
    ['l/{lng}.{ext=yml,yaml}', null],
    ['l/{lng}.{ext=po,pox}|l/app.{ext=pot,po}', null],
    [' ', 'pattern-empty'],
    ['/etc/{lng}.json', 'pattern-outside'],
    ['a/../../{lng}.json', 'pattern-outside'],
    ['C:/x/{lng}.json', 'pattern-outside'],
    ['a\\{lng}.json', 'pattern-outside'],
    ['locales/{locale}.json', 'pattern-unknown-part'],
    ['locales/{lng.json', 'pattern-unknown-part'],
    ['l/{lng}.{ext=yml,yaml}.tmpl', 'pattern-unknown-part'],
    ['l/{ext=a,aa}/{lng}.json', 'pattern-unknown-part'],
    ['l/{lng}{ext=a,aa}{ext=a,aa}', 'pattern-unknown-part'],
    ['m{_lng=english}.ini', 'pattern-language'],
    ['{lng;x=y}.ini', 'pattern-language'],
  ])('%s is %s', (pattern, problem) => {
    expect(patternProblem(pattern)).toBe(problem)
  })
})
