import { describe, expect, test } from 'vitest'
import { matchFile } from '../paths/path-pattern.ts'
import { detectProjects } from './detect.ts'
import type { Detection } from './detection.ts'

const TEXTS: Readonly<Record<string, string>> = {
  json: '{ "save": "Save" }',
  yaml: 'save: Save\ncancel: Cancel\n',
  ini: '[menu]\nsave = Save\n',
  properties: 'save=Save\n',
  xml: '<resources><string name="save">Save</string></resources>',
  po: 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Save"\nmsgstr "x"\n',
}

function detectIn(paths: readonly string[]): Promise<readonly Detection[]> {
  const text = (path: string) =>
    paths.includes(path) ? (TEXTS[path.slice(path.lastIndexOf('.') + 1)] ?? '') : ''
  return detectProjects(paths, {
    head: async (path) => text(path),
    bytes: async (path) => new TextEncoder().encode(text(path)),
    size: async (path) => text(path).length,
  })
}

/** Returns the pattern and the languages of the first detection, and each file left out with the reason. */
async function detected(paths: readonly string[]): Promise<string> {
  const [found] = await detectIn(paths)
  if (found === undefined) return 'none'
  // What is detected is also read with the pattern.
  for (const { path, language } of found.files.filter(({ side }) => side !== 'source'))
    expect(matchFile(found.pattern, path)?.language).toBe(language)
  const languages = [...new Set(found.files.map(({ language }) => language))].sort().join(' ')
  const skipped = found.skipped.map(({ path, reason }) => `, ${path} ${reason}`).join('')
  return `${found.pattern}: ${languages}${skipped}`
}

const named = (pattern: string, languages: string) =>
  languages.split(' ').map((language) => pattern.replace('*', language))

describe('a region that does not exist is part of a language among languages', () => {
  test.each([
    [
      named('lang/*.json', 'en-US de-DE fr-FR ckb-KU'),
      'lang/{lng;ckb-KU=ckb-KU}.json: ckb-KU de-DE en-US fr-FR',
    ],
    [named('lang/*.json', 'en de fr sr-SP'), 'lang/{lng;sr-SP=sr-SP}.json: de en fr sr-SP'],
    [
      named('conf/locale/locale_*.ini', 'en-US de-DE sr-SP'),
      'conf/locale/locale_{lng;sr-SP=sr-SP}.ini: de-DE en-US sr-SP',
    ],
    [named('po/*.po', 'de fr ckb_KU'), 'po/{lng;ckb-KU=ckb_KU}.po: ckb-KU de en fr'],
    [
      ['res/values/strings.xml', ...named('res/values-*/strings.xml', 'de fr ckb-rKU')],
      'res/values{-lng=en;ckb-KU=ckb-rKU}/strings.xml: ckb-KU de en fr',
    ],
    [
      named('locales/*/app.json', 'en-US de-DE ckb-KU'),
      'locales/{lng;ckb-KU=ckb-KU}/{ns}.json: ckb-KU de-DE en-US',
    ],
  ])('%j', async (paths, expected) => {
    expect(await detected(paths)).toBe(expected)
  })

  test.each([
    ['an unknown language', named('lang/*.json', 'en-US de-DE xq-KU'), 'lang/{lng}.json: de-DE en-US, '],
    ['two words', named('lang/*.json', 'en-US de-DE no-op'), 'lang/{lng}.json: de-DE en-US, '],
    ['next to a single language', named('lang/*.json', 'en ckb-KU'), 'lang/{lng}.json: en, '],
  ])('but not: %s', async (_, paths, expected) => {
    expect(await detected(paths)).toContain(expected)
  })
})

describe('a country among languages is its main language', () => {
  test.each([
    [named('i18n/*.yaml', 'en de cn jp'), 'i18n/{lng;zh=cn;ja=jp}.yaml: de en ja zh'],
    [named('i18n/*.json', 'en de ua cz'), 'i18n/{lng;cs=cz;uk=ua}.json: cs de en uk'],
    [named('lang/*/app.json', 'en de fr dk gr'), 'lang/{lng;da=dk;el=gr}/{ns}.json: da de el en fr'],
    [
      ['src/messages.properties', ...named('src/messages_*.properties', 'de fr vn')],
      'src/messages{_lng=en;vi=vn}.properties: de en fr vi',
    ],
    [named('i18n/app.*.json', 'en fr CN'), 'i18n/{ns}.{lng;zh=CN}.json: en fr zh'],
    // The language has a file of its own.
    [named('i18n/*.yaml', 'en zh cn'), 'i18n/{lng}.yaml: en zh, i18n/cn.yaml same-language-twice'],
    // Languages of their own: Twi, Breton, Northern Sami, Kanuri.
    [named('i18n/*.json', 'en de tw br se kr'), 'i18n/{lng}.json: br de en kr se tw'],
  ])('%j', async (paths, expected) => {
    expect(await detected(paths)).toBe(expected)
  })

  test.each([
    [
      'next to a single language',
      named('i18n/*.yaml', 'en cn'),
      'i18n/{lng}.yaml: en, i18n/cn.yaml no-language',
    ],
    ['as many countries', named('data/*.json', 'cn jp dk gr'), 'none'],
    ['another country', named('i18n/*.yaml', 'en de xx'), 'i18n/{lng}.yaml: de en, i18n/xx.yaml no-language'],
  ])('but not: %s', async (_, paths, expected) => {
    expect(await detected(paths)).toBe(expected)
  })
})
