import { expect, test } from 'vitest'
import { detectProjects } from './detect.ts'

const TEXTS =
  '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n    <string name="save">Save %1$s</string>\n</resources>\n'
const COLORS = '<resources><color name="red">#f00</color></resources>'

/** Returns format, pattern and languages of each detection; `colors.xml` is a file of other resources. */
async function detected(paths: readonly string[], sourceLanguage?: string): Promise<readonly string[]> {
  const text = (path: string) => {
    if (!paths.includes(path)) return ''
    return path.endsWith('colors.xml') ? COLORS : TEXTS
  }
  const content = {
    head: async (path: string) => text(path),
    bytes: async (path: string) => new TextEncoder().encode(text(path)),
    size: async (path: string) => text(path).length,
  }
  const found = await detectProjects(paths, content, { sourceLanguage })
  return found.map(({ format, pattern, sourceLanguage: source, files }) => {
    const languages = [...new Set(files.map(({ language }) => language))].sort()
    return `${format} ${pattern} ${source} of ${languages.join(' ')}`
  })
}

const below = (folder: string, names: readonly string[]) => names.map((name) => `${folder}/${name}`)
const MOKO = 'i18n/src/commonMain/moko-resources'

test.each<[string, readonly string[], readonly string[]]>([
  [
    'one file for each language',
    below(MOKO, ['base/strings.xml', 'de/strings.xml', 'pt-rBR/strings.xml', 'in/strings.xml']),
    [`android-xml ${MOKO}/{lng;en=base}/strings.xml en of de en id pt-BR`],
  ],
  [
    'several files',
    below(MOKO, ['base/strings.xml', 'base/plurals.xml', 'ceb/strings.xml', 'ceb/plurals.xml']),
    [`android-xml ${MOKO}/{lng;en=base}/{ns=plurals,strings}.xml en of ceb en`],
  ],
  [
    'the source only',
    below(MOKO, ['base/strings.xml']),
    [`android-xml ${MOKO}/{lng;en=base}/strings.xml en of en`],
  ],
  [
    'next to English and other resources',
    below(MOKO, [
      'base/strings.xml',
      'base/colors.xml',
      'colors/colors.xml',
      'en/strings.xml',
      'fr/strings.xml',
    ]),
    [`android-xml ${MOKO}/{lng;en=base}/strings.xml en of en fr`],
  ],
  [
    'the former folder',
    below('shared/src/commonMain/resources/MR', ['base/strings.xml', 'ru/strings.xml', 'fonts/strings.xml']),
    ['android-xml shared/src/commonMain/resources/MR/{lng;en=base}/strings.xml en of en ru'],
  ],
  [
    'several modules',
    [
      ...below('a/src/commonMain/moko-resources', ['base/strings.xml', 'de/strings.xml']),
      ...below('b/src/commonMain/moko-resources', ['base/strings.xml', 'de/strings.xml']),
    ],
    ['android-xml {ns}/src/commonMain/moko-resources/{lng;en=base}/strings.xml en of de en'],
  ],
  [
    'next to Android',
    [
      ...below(MOKO, ['base/strings.xml', 'de/strings.xml', 'fr/strings.xml']),
      ...below('app/src/main/res', ['values/strings.xml', 'values-de/strings.xml']),
    ],
    [
      `android-xml ${MOKO}/{lng;en=base}/strings.xml en of de en fr`,
      'android-xml app/src/main/res/values{-lng=en}/strings.xml en of de en',
    ],
  ],
  ['not elsewhere', below('config/base', ['base/strings.xml', 'de/strings.xml']), []],
])('moko-resources: %s', async (_, paths, expected) => {
  expect(await detected(paths)).toEqual(expected)
})

test('moko-resources: the chosen source language is that of base', async () => {
  const paths = below(MOKO, ['base/strings.xml', 'en/strings.xml', 'fr/strings.xml'])
  expect(await detected(paths, 'de')).toEqual([
    `android-xml ${MOKO}/{lng;de=base}/strings.xml de of de en fr`,
  ])
})
