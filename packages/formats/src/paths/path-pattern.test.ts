import { describe, expect, test } from 'vitest'
import { matchFile, matchPattern, pathFor } from './path-pattern.ts'

describe('matchPattern', () => {
  test.each([
    ['locales/{lng}/{ns}.json', 'locales/pt_BR/app.json', 'pt-BR', 'pt_BR', 'app'],
    ['locales/{lng}/{ns}.json', 'locales/de/admin/users.json', 'de', 'de', 'admin/users'],
    ['{lng}.json', 'zh-Hant-TW.json', 'zh-Hant-TW', 'zh-Hant-TW', 'translation'],
    ['{ns}.{lng}.json', 'web.app.en-GB.json', 'en-GB', 'en-GB', 'web.app'],
    ['i18n/{ns}/{lng}.json', 'i18n/mobile/default/ja.json', 'ja', 'ja', 'mobile/default'],
    ['a+b (c)/{lng}.json', 'a+b (c)/fr.json', 'fr', 'fr', 'translation'],
    ['help/{lng}/{lng}.po', 'help/de/de.po', 'de', 'de', 'translation'],
    ['res/values{-lng=en}/strings.xml', 'res/values-pt-rBR/strings.xml', 'pt-BR', 'pt-rBR', 'translation'],
    [
      'res/values{-lng=en}/strings.xml',
      'res/values-b+sr+Latn/strings.xml',
      'sr-Latn',
      'b+sr+Latn',
      'translation',
    ],
    ['res/values{-lng=en}/strings.xml', 'res/values-iw/strings.xml', 'he', 'iw', 'translation'],
    ['res/values{-lng=en}/strings.xml', 'res/values-in/strings.xml', 'id', 'in', 'translation'],
    ['res/values{-lng=en}/strings.xml', 'res/values/strings.xml', 'en', '', 'translation'],
    ['res/values{-lng=en}/{ns=strings,arrays}.xml', 'res/values/arrays.xml', 'en', '', 'arrays'],
    [
      '{ns}/src/main/res/values{-lng=de}/strings.xml',
      'ui/home/src/main/res/values/strings.xml',
      'de',
      '',
      'ui/home',
    ],
    ['i18n/{ns}{_lng=en}.properties', 'i18n/my_bundle.properties', 'en', '', 'my_bundle'],
    ['i18n/{ns}{_lng=en}.properties', 'i18n/my_bundle_pt_BR.properties', 'pt-BR', 'pt_BR', 'my_bundle'],
    ['i18n/{ns}_{lng}.ini', 'i18n/app_zh_Hans_CN.ini', 'zh-Hans-CN', 'zh_Hans_CN', 'app'],
    ['{ns}{.lng=en}.resx', 'App/Forms/Main.zh-Hans.resx', 'zh-Hans', 'zh-Hans', 'App/Forms/Main'],
    ['{ns}{.lng=en}.resx', 'App/Forms/Main.resx', 'en', '', 'App/Forms/Main'],
    ['Language/{lng.=en}{ns}.xlf', 'Language/de.locallang.xlf', 'de', 'de', 'locallang'],
    ['Language/{lng.=en}{ns}.xlf', 'Language/locallang_be.xlf', 'en', '', 'locallang_be'],
    ['{lng;en=Base}.lproj/{ns}.strings', 'Base.lproj/Main.strings', 'en', 'Base', 'Main'],
    ['{lng;en=Base}.lproj/{ns}.strings', 'de.lproj/Main.strings', 'de', 'de', 'Main'],
    ['lang/{language}.ini', 'lang/Simplified_Chinese.ini', 'zh-Hans', 'Simplified_Chinese', 'translation'],
    ['lang/{language}.ini', 'lang/Portuguese (Brazil).ini', 'pt-BR', 'Portuguese (Brazil)', 'translation'],
    ['lang/{language}.ini', 'lang/he.ini', 'he', 'he', 'translation'],
    ['l/{lng}.{ext=yml,yaml,yml}', 'l/de.yml', 'de', 'de', 'translation'],
    ['l/{ext=a,b}/{lng}.yml', 'l/{ext=a,b}/de.yml', 'de', 'de', 'translation'],
  ])('%s reads %s', (pattern, path, language, languageAsWritten, namespace) => {
    expect(matchPattern(pattern, path)).toEqual({ language, languageAsWritten, namespace })
    expect(pathFor(pattern, languageAsWritten, namespace)).toBe(path)
  })

  test.each([
    ['locales/{lng}/{ns}.json', 'locales/README.json'],
    ['locales/{lng}/{ns}.json', 'other/de/app.json'],
    ['{lng}.json', 'percentages.json'],
    ['{lng}.json', 'German.json'],
    ['{lng}.json', 'de.json.bak'],
    ['{lng}xjson', 'de.json'],
    ['l/{ext=a,b}/{lng}.yml', 'l/a/de.yml'],
    ['help/{lng}/{lng}.po', 'help/de/fr.po'],
    ['res/values{-lng=en}/{ns}.xml', 'res/values-night/strings.xml'],
    ['res/values{-lng=en}/{ns}.xml', 'res/values-v21/strings.xml'],
    ['res/values{-lng=en}/{ns}.xml', 'res/values-land/strings.xml'],
    ['res/values{-lng=en}/{ns}.xml', 'res/values-sw600dp/strings.xml'],
    ['res/values{-lng=en}/{ns=strings}.xml', 'res/values/colors.xml'],
    ['res/values{-lng}/strings.xml', 'res/values/strings.xml'],
    ['Localizable.xcstrings', 'Localizable.xcstrings'],
  ])('%s does not read %s', (pattern, path) => {
    expect(matchPattern(pattern, path)).toBeNull()
  })
})

describe('matchFile', () => {
  test('reads paths that do not name their language', () => {
    const match = { language: null, languageAsWritten: '', namespace: 'translation' }
    expect(matchFile('App/Localizable.xcstrings', 'App/Localizable.xcstrings')).toEqual(match)
    expect(matchFile('res/values{-lng}/strings.xml', 'res/values/strings.xml')).toEqual(match)
    expect(matchFile('App/{ns}.xcstrings', 'App/Info.xcstrings')).toEqual({ ...match, namespace: 'Info' })
    expect(matchFile('App/{ns}.xcstrings', 'App/Info.strings')).toBeNull()
  })

  test('reads the template of translations', () => {
    const pattern = 'locale/{lng}/LC_MESSAGES/{ns}.po|locale/{ns}.pot'
    expect(matchFile(pattern, 'locale/shop.pot')).toEqual({
      language: null,
      languageAsWritten: '',
      namespace: 'shop',
    })
    expect(matchPattern(pattern, 'locale/shop.pot')).toBeNull()
    expect(matchPattern(pattern, 'locale/de/LC_MESSAGES/shop.po')).toEqual({
      language: 'de',
      languageAsWritten: 'de',
      namespace: 'shop',
    })
    expect(pathFor(pattern, '', 'shop')).toBe('locale/shop.pot')
    expect(pathFor(pattern, 'pt_BR', 'shop')).toBe('locale/pt_BR/LC_MESSAGES/shop.po')
  })
})
