import { describe, expect, test } from 'vitest'
import { matchPattern, pathFor } from './path-pattern.ts'
import { spellLanguage } from './spell-language.ts'

describe('spellLanguage', () => {
  test.each([
    ['pt-BR', ['zh_CN', 'en'], 'pt_BR'],
    ['pt-BR', ['zh-CN', 'en'], 'pt-BR'],
    ['pt-BR', ['zh-cn', 'en'], 'pt-br'],
    ['pt-BR', ['zh_cn'], 'pt_br'],
    ['pt-BR', ['en', 'de'], 'pt-BR'],
    ['de', ['zh_CN'], 'de'],
  ])('%s next to %j is %s', (tag, siblings, spelled) => {
    expect(spellLanguage(tag, siblings)).toBe(spelled)
  })

  const android = 'app/src/main/res/values{-lng=en}/strings.xml'
  test.each([
    [android, 'pt-BR', [], 'pt-rBR'],
    [android, 'sr-Latn', ['pt-rBR'], 'b+sr+Latn'],
    [android, 'es-419', [], 'b+es+419'],
    [android, 'he', [], 'iw'],
    [android, 'id', [], 'in'],
    [android, 'en', [], ''],
    ['moko-resources/{lng;en=base}/strings.xml', 'pt-BR', ['base', 'de'], 'pt-rBR'],
    ['moko-resources/{lng;en=base}/strings.xml', 'he', ['base', 'de'], 'he'],
    ['moko-resources/{lng;en=base}/strings.xml', 'en', ['de'], 'base'],
    ['src/commonMain/resources/MR/{lng;en=base}/{ns}.xml', 'zh-TW', ['base'], 'zh-rTW'],
    ['po/{lng}.po', 'pt-BR', ['de'], 'pt_BR'],
    ['po/{lng}.po|po/app.pot', 'pt-BR', ['de'], 'pt_BR'],
    ['po/{lng}.po', 'pt-BR', ['zh-CN'], 'pt-BR'],
    ['lib/l10n/app_{lng}.arb', 'zh-Hant-TW', ['de'], 'zh_Hant_TW'],
    ['_locales/{lng}/messages.json', 'pt-BR', ['de'], 'pt_BR'],
    ['{lng;en=Base}.lproj/{ns}.strings', 'zh-Hans', ['de', 'Base'], 'zh-Hans'],
    ['{lng;en=Base}.lproj/{ns}.strings', 'en', ['de'], 'Base'],
    ['locales/{lng;de=de_DE}.json', 'de', [], 'de_DE'],
    ['lang/{language}.ini', 'ja', ['English'], 'Japanese'],
    ['lang/{language}.ini', 'zh-Hans', ['English', 'Brazilian_Portuguese'], 'Simplified_Chinese'],
    ['lang/{language}.ini', 'pt-BR', ['English', 'Chinese (Simplified)'], 'Portuguese (Brazil)'],
  ])('in %s, %s next to %j is %s', (pattern, tag, siblings, spelled) => {
    expect(spellLanguage(tag, siblings, pattern)).toBe(spelled)
    expect(matchPattern(pattern, pathFor(pattern, spelled, 'app'))?.language).toBe(tag)
  })
})
