import { describe, expect, test } from 'vitest'
import { detectProjects } from './detect.ts'
import type { Detection } from './detection.ts'

type Files = Readonly<Record<string, string>>

const android = (...texts: readonly string[]) =>
  `<resources>\n${texts.map((text, i) => `    <string name="k${i}">${text}</string>\n`).join('')}</resources>\n`
const properties = (...texts: readonly string[]) => texts.map((text, i) => `k${i}=${text}\n`).join('')

const ENGLISH = ['Save the file', 'The file is not saved', 'Do you want to go on?', 'Open']
const CHINESE = ['保存文件', '文件未保存', '要继续吗？', 'Wi-Fi']
const JAPANESE = ['ファイルを保存', 'ファイルは保存されません', '続けますか？', '開く']
const GERMAN = ['Die Datei speichern', 'Der Name ist nicht gültig', 'Bitte und danke für die Datei', 'Öffnen']

function detectIn(files: Files): Promise<readonly Detection[]> {
  const text = (path: string) => files[path] ?? ''
  return detectProjects(Object.keys(files), {
    head: async (path) => text(path).slice(0, 4000),
    bytes: async (path) => new TextEncoder().encode(text(path)),
    size: async (path) => text(path).length,
  })
}

async function detected(files: Files) {
  const detections = await detectIn(files)
  return detections.map(({ pattern, sourceLanguage, files: found, skipped, doubts }) => ({
    pattern,
    sourceLanguage,
    files: found.map(({ path, language }) => `${language} ${path}`),
    skipped: skipped.map(({ path, reason }) => `${reason} ${path}`),
    doubts: doubts.map(({ kind, choices }) => `${kind} ${choices.join(' ')}`),
  }))
}

describe('a file without a language in its path', () => {
  test('is in the language of its script', async () => {
    expect(
      await detected({
        'res/values/strings.xml': android(...CHINESE),
        'res/values-en/strings.xml': android(...ENGLISH),
        'res/values-ja/strings.xml': android(...JAPANESE),
      }),
    ).toEqual([
      {
        pattern: 'res/values{-lng=zh}/strings.xml',
        sourceLanguage: 'zh',
        files: ['en res/values-en/strings.xml', 'ja res/values-ja/strings.xml', 'zh res/values/strings.xml'],
        skipped: [],
        doubts: ['source-language zh en'],
      },
    ])
  })

  test('is in the language of its script if English has no file', async () => {
    const [detection] = await detected({
      'res/values/strings.xml': android(...JAPANESE),
      'res/values-de/strings.xml': android(...GERMAN),
    })
    expect(detection).toMatchObject({ sourceLanguage: 'ja', doubts: ['source-language ja en'] })
  })

  test('is in the language of its words if English has other texts', async () => {
    const [detection] = await detected({
      'lang/messages.properties': properties(...GERMAN),
      'lang/messages_en.properties': properties(...ENGLISH),
    })
    expect(detection).toMatchObject({
      pattern: 'lang/messages{_lng=de}.properties',
      files: ['de lang/messages.properties', 'en lang/messages_en.properties'],
      doubts: ['source-language de en'],
    })
  })

  test('is English if English has other texts and nothing shows its language', async () => {
    const [detection] = await detected({
      'lang/messages.properties': properties('Ka', 'Nga', 'Wairua'),
      'lang/messages_en.properties': properties('Save', 'Open', 'Spirit'),
      'lang/messages_fr.properties': properties('Enregistrer', 'Ouvrir', 'Esprit'),
    })
    expect(detection).toMatchObject({
      sourceLanguage: 'en',
      files: ['en lang/messages.properties', 'fr lang/messages_fr.properties'],
      skipped: ['same-language-twice lang/messages_en.properties'],
      doubts: [],
    })
  })

  test('keeps its language next to an English project of the same format', async () => {
    const detections = await detected({
      'a/lang/texts.properties': properties(...CHINESE),
      'a/lang/texts_ja.properties': properties(...JAPANESE),
      'b/lang/messages.properties': properties(...ENGLISH),
      'b/lang/messages_de.properties': properties(...GERMAN),
      'b/lang/messages_fr.properties': properties('Enregistrer', 'Ouvrir', 'Esprit'),
    })
    expect(detections.map(({ pattern, sourceLanguage }) => `${sourceLanguage} ${pattern}`).sort()).toEqual([
      'en b/lang/messages{_lng=en}.properties',
      'zh a/lang/texts{_lng=zh}.properties',
    ])
  })

  test('is English although another one has the names of languages', async () => {
    const [detection] = await detected({
      'lang/app.properties': properties(...ENGLISH),
      'lang/app_de.properties': properties(...GERMAN),
      'lang/languages.properties': properties('日本語', '中文', 'Deutsch'),
      'lang/languages_de.properties': properties('日本語', '中文', 'Deutsch'),
    })
    expect(detection).toMatchObject({ sourceLanguage: 'en', doubts: [] })
  })

  test.each<[string, readonly string[] | null]>([
    ['the same texts', ENGLISH],
    ['slightly other texts', [...ENGLISH.slice(0, 3), 'Open it']],
    ['no file', null],
  ])('is English if English has %s', async (_, english) => {
    const [detection] = await detected({
      'res/values/strings.xml': android(...ENGLISH),
      'res/values-de/strings.xml': android(...GERMAN),
      ...(english === null ? {} : { 'res/values-en/strings.xml': android(...english) }),
    })
    expect(detection).toMatchObject({
      pattern: 'res/values{-lng=en}/strings.xml',
      sourceLanguage: 'en',
      files: ['de res/values-de/strings.xml', 'en res/values/strings.xml'],
      skipped: english === null ? [] : ['same-language-twice res/values-en/strings.xml'],
      doubts: [],
    })
  })

  test('is English next to a British file of other spellings', async () => {
    const [detection] = await detected({
      'res/values/strings.xml': android('The color of your file', 'Choose the center for you'),
      'res/values-en-rGB/strings.xml': android('The colour of your file', 'Choose the centre for you'),
    })
    expect(detection).toMatchObject({ sourceLanguage: 'en', doubts: [] })
  })
})
