import { describe, expect, test } from 'vitest'
import { intlTag, parseTag, tagFromPath } from './tag.ts'

describe('parseTag', () => {
  test.each([
    ['en', 'en'],
    ['PT-br', 'pt-BR'],
    ['zh-hans-cn', 'zh-Hans-CN'],
    ['es-419', 'es-419'],
    ['iw', 'he'],
    ['art-NVI', 'art-nvi'],
    ['ca-valencia', 'ca-valencia'],
    ['zh-CHS', 'zh-Hans'],
    ['zh-cht', 'zh-Hant'],
    ['qps-ploc', 'qps-Ploc'],
    ['qps-plocm', 'qps-plocm'],
    ['x-Pirate', 'x-pirate'],
    ['pt-PT-ao90', 'pt-PT-ao1990'],
  ])('%s is %s', (text, tag) => {
    expect(parseTag(text)).toEqual({ ok: true, tag })
  })

  test.each([
    ['', 'tag-empty'],
    ['pt_BR', 'tag-malformed'],
    ['german', 'tag-malformed'],
    ['e', 'tag-malformed'],
    ['en-', 'tag-malformed'],
    ['en--US', 'tag-malformed'],
    ['en-a', 'tag-malformed'],
    ['x', 'tag-malformed'],
    ['x-', 'tag-malformed'],
    ['i-klingon', 'tag-malformed'],
    [`en-${'abcdefgh-'.repeat(5)}x`, 'tag-too-long'],
  ])('%j is rejected', (text, code) => {
    expect(parseTag(text)).toEqual({ ok: false, code })
  })
})

describe('tagFromPath', () => {
  test.each([
    ['pt_BR', 'pt-BR'],
    ['zh-rCN', 'zh-CN'],
    ['sr@latin', 'sr-Latn'],
    ['b+sr+Latn', 'sr-Latn'],
    ['zh_Hans_CN', 'zh-Hans-CN'],
    ['en_shaw', 'en-Shaw'],
    ['art-nvi', 'art-nvi'],
    ['he_IL', 'he-IL'],
    ['fil', 'fil'],
    ['zh-CHS', 'zh-Hans'],
    ['zh-CHT', 'zh-Hant'],
    ['qps-ploc', 'qps-Ploc'],
    ['qps-Ploc', 'qps-Ploc'],
    ['qps-plocm', 'qps-plocm'],
    ['qps-loc', 'qps-loc'],
    ['qps-Latn-x-sh', 'qps-Latn-x-sh'],
    ['qaa', 'qaa'],
    ['qtz', 'qtz'],
    ['x-pirate', 'x-pirate'],
    ['en-GB-x-abc', 'en-GB-x-abc'],
    ['de_DE_formal', 'de-DE-formal'],
    ['de_formal', 'de-formal'],
    ['nl_NL_informal', 'nl-NL-informal'],
    ['pt_PT_ao90', 'pt-PT-ao1990'],
    ['no_NO_NY', 'nn-NO'],
    ['sr@ijekavian', 'sr-ijekavsk'],
    ['sr@ijekavianlatin', 'sr-Latn-ijekavsk'],
    ['uz@cyrillic', 'uz-Cyrl'],
    ['en@quot', 'en-x-quot'],
    ['en@boldquot', 'en-x-boldquot'],
    ['en_US@piglatin', 'en-US-x-piglatin'],
    ['ca@valencia', 'ca-valencia'],
    ['ca-valencia', 'ca-valencia'],
  ])('%s is read as %s', (text, tag) => {
    expect(tagFromPath(text)).toBe(tag)
  })

  test.each([
    ...[
      'ai',
      'app',
      'common',
      'errors',
      'external',
      'lang',
      'mobile',
      'default',
      'native',
      'settings',
      'shortcuts',
      'percentages',
    ],
    ...[
      'translation',
      'translation_old',
      'src',
      'ui',
      'new',
      'nav',
      'de-shop',
      'en-admin',
      'locales',
      'README',
      'qml',
      'qrc',
      'qzz',
      'icon@2x',
      'de@2x',
      'x',
      '',
      '..',
    ],
  ])('%j is not a language', (text) => {
    expect(tagFromPath(text)).toBeNull()
  })
})

test('unknown tags do not make Intl throw', () => {
  expect(() => new Intl.PluralRules(intlTag('art-nvi'))).not.toThrow()
  expect(() => new Intl.DateTimeFormat(intlTag('x-pirate'))).not.toThrow()
  expect(intlTag('not a tag')).toBe('und')
})
