import { expect, test } from 'vitest'
import { commonSpelling, matchLanguage, parsedTag, variantOfKnown } from './match-language.ts'

const SPELLINGS = [
  ...['pt', 'PT', 'pt-BR', 'pt-br', 'pt_BR', 'PT_br', 'pt-rBR', 'pt-rbr', 'pt_rBR', 'b+pt+BR', 'pt_BR.UTF-8'],
  ...['he', 'iw', 'IW', 'sr-Latn', 'sr@latin', 'sr_latn', 'SR-LATN', 'b+sr+Latn', 'zh-Hant-TW', 'zh_hant_tw'],
  ...[
    'zh-cmn',
    'cmn',
    'x-pirate',
    'X-Pirate',
    'qps-ploc',
    'app',
    'APP',
    'new',
    'de-AT',
    'de-at',
    'de-x-a',
    '',
  ],
  ...['~', 'pt~', 'pt/BR', 'e\u0301'],
]
const PROJECTS = [
  ['pt', 'he', 'sr-Latn', 'zh-Hant-TW', 'de', 'x-pirate'],
  ['pt-BR', 'iw', 'sr', 'zh', 'cmn', 'qps-ploc'],
  ['pt', 'pt-BR', 'app', 'new'],
]

const foundBy = (asked: string, tags: readonly string[]) => [
  matchLanguage(asked, tags),
  variantOfKnown(asked, tags),
  parsedTag(asked),
]

test('spellings that have a common one find the same language, whatever languages a project has', () => {
  for (const one of SPELLINGS)
    for (const other of SPELLINGS.filter((text) => commonSpelling(text) === commonSpelling(one)))
      for (const tags of PROJECTS) expect(foundBy(other, tags), `${one} ${other}`).toEqual(foundBy(one, tags))
})

test('the case of letters and underscores make no other spelling of a language', () => {
  const spelled = ['zh-Hant-TW', 'zh_Hant_TW', 'ZH-hant_tw', 'zh-hant-tw', 'zH-HANT-TW'].map(commonSpelling)
  expect(new Set(spelled)).toEqual(new Set(['zh-Hant-TW']))
})
