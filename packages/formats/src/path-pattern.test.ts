import { describe, expect, test } from 'vitest'
import { matchPattern, pathFor, spellLanguage } from './path-pattern.ts'

describe('matchPattern', () => {
  test.each([
    ['locales/{lng}/{ns}.json', 'locales/pt_BR/app.json', 'pt-BR', 'pt_BR', 'app'],
    ['locales/{lng}/{ns}.json', 'locales/de/admin/users.json', 'de', 'de', 'admin/users'],
    ['{lng}.json', 'zh-Hant-TW.json', 'zh-Hant-TW', 'zh-Hant-TW', 'translation'],
    ['{ns}.{lng}.json', 'web.app.en-GB.json', 'en-GB', 'en-GB', 'web.app'],
    ['i18n/{ns}/{lng}.json', 'i18n/mobile/default/ja.json', 'ja', 'ja', 'mobile/default'],
    ['a+b (c)/{lng}.json', 'a+b (c)/fr.json', 'fr', 'fr', 'translation'],
  ])('%s reads %s', (pattern, path, language, languageAsWritten, namespace) => {
    expect(matchPattern(pattern, path)).toEqual({ language, languageAsWritten, namespace })
    expect(pathFor(pattern, languageAsWritten, namespace)).toBe(path)
  })

  test.each([
    ['locales/{lng}/{ns}.json', 'locales/README.json'],
    ['locales/{lng}/{ns}.json', 'other/de/app.json'],
    ['{lng}.json', 'percentages.json'],
    ['{lng}.json', 'de.json.bak'],
    ['{lng}xjson', 'de.json'],
  ])('%s does not read %s', (pattern, path) => {
    expect(matchPattern(pattern, path)).toBeNull()
  })
})

describe('spellLanguage', () => {
  test.each([
    ['pt-BR', ['zh_CN', 'en'], 'pt_BR'],
    ['pt-BR', ['zh-CN', 'en'], 'pt-BR'],
    ['pt-BR', ['zh-cn', 'en'], 'pt-br'],
    ['pt-BR', ['zh_cn'], 'pt_br'],
    ['pt-BR', ['en', 'de'], 'pt-BR'],
    ['de', ['zh_CN'], 'de'],
  ])('%s beside %j is %s', (tag, siblings, spelled) => {
    expect(spellLanguage(tag, siblings)).toBe(spelled)
  })
})
