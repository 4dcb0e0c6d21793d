import { describe, expect, test } from 'vitest'
import { detectProjects } from '../detect/detect.ts'
import { editProjectFile } from './edit-project-file.ts'
import { readProjectFile } from './read-project-file.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const ITEM = '{ "pattern": "l/{lng}.json", "format": "icu-json" }'

describe('readProjectFile', () => {
  test('reads patterns, formats and spellings', () => {
    const { file } = readProjectFile(
      bytesOf(`{
        "$schema": "https://example.test/schema.json",
        "sourceLanguage": "en-us",
        "files": [
          { "pattern": "app/res/values{-lng}/strings.xml", "format": "android-xml" },
          { "pattern": "lang/{lng}.json", "format": "vue-i18n-json", "languages": { "zh-hans": "cn" } }
        ]
      }`),
    )
    expect(file).toEqual({
      server: null,
      project: null,
      sourceLanguage: 'en-US',
      files: [
        {
          pattern: 'app/res/values{-lng}/strings.xml',
          format: 'android-xml',
          languages: new Map(),
          project: null,
          place: { line: 5, column: 24 },
        },
        {
          pattern: 'lang/{lng}.json',
          format: 'vue-i18n-json',
          languages: new Map([['zh-Hans', 'cn']]),
          project: null,
          place: { line: 6, column: 24 },
        },
      ],
    })
  })

  test('reads the server that texts are pushed to', () => {
    const item = ITEM.replace(' }', ', "project": "shop-app" }')
    const text = `{"server": "https://l10n.example.com/", "project": "shop", "sourceLanguage": "en", "files": [${item}]}`
    expect(readProjectFile(bytesOf(text)).file).toMatchObject({
      server: 'https://l10n.example.com/',
      project: 'shop',
      files: [{ project: 'shop-app' }],
    })
  })

  test.each([
    ['', { code: 'empty-file', line: 1, column: 1 }],
    ['{\n  "files": [,]\n}', { code: 'json-expected-value', line: 2, column: 13 }],
    ['[]', { code: 'field-kind', field: '', line: 1, column: 1 }],
    [`{"files": [${ITEM}]}`, { code: 'field-missing', field: 'sourceLanguage', line: 1, column: 1 }],
    [
      `{"sourceLanguage": 1, "files": [${ITEM}]}`,
      { code: 'field-kind', field: 'sourceLanguage', line: 1, column: 20 },
    ],
    [
      `{"sourceLanguage": "english", "files": [${ITEM}]}`,
      { code: 'language-unknown', value: 'english', line: 1, column: 20 },
    ],
    [
      `{"server": "l10n.example.com", "sourceLanguage": "en", "files": [${ITEM}]}`,
      { code: 'server-address', field: 'server', line: 1, column: 12 },
    ],
    [
      `{"server": "https://ann:secret@l10n.example.com", "sourceLanguage": "en", "files": [${ITEM}]}`,
      { code: 'server-address', field: 'server' },
    ],
    [
      `{"project": "My shop", "sourceLanguage": "en", "files": [${ITEM}]}`,
      { code: 'project-name', field: 'project', line: 1, column: 13 },
    ],
    ['{"sourceLanguage": "en"}', { code: 'field-missing', field: 'files', line: 1, column: 1 }],
    ['{"sourceLanguage": "en", "files": []}', { code: 'field-kind', field: 'files', line: 1, column: 35 }],
    ['{"sourceLanguage": "en",\n "file": []}', { code: 'field-unknown', field: 'file', line: 2, column: 2 }],
    [
      '{"sourceLanguage": "en", "sourceLanguage": "de"}',
      { code: 'field-twice', field: 'sourceLanguage', line: 1, column: 26 },
    ],
    [
      `{"sourceLanguage": "en", "files": [${ITEM},\n${ITEM}]}`,
      { code: 'pattern-twice', field: 'files[1].pattern', line: 2, column: 1 },
    ],
  ])('%s', (text, problem) => {
    expect(readProjectFile(bytesOf(text)).problem).toMatchObject(problem)
  })

  test.each([
    ['{"pattern": "l/{lng}.json"}', 'field-missing', 'files[0].format'],
    ['{"pattern": "l/{lng}.json", "format": "yml"}', 'format-unknown', 'files[0].format'],
    ['{"pattern": "../{lng}.json", "format": "json"}', 'pattern-outside', 'files[0].pattern'],
    ['{"pattern": "{locale}.json", "format": "json"}', 'pattern-unknown-part', 'files[0].pattern'],
    ['{"pattern": "{lng}.docx", "format": "json"}', 'pattern-extension', 'files[0].pattern'],
    ['{"pattern": "app.json", "format": "json"}', 'pattern-no-language', 'files[0].pattern'],
    [
      '{"pattern": "l/{lng}.json", "format": "json", "languages": {"x": "y"}}',
      'language-unknown',
      'files[0].languages.x',
    ],
    [
      '{"pattern": "l/{lng}.json", "format": "json", "languages": {"de": "a/b"}}',
      'spelling-unusable',
      'files[0].languages.de',
    ],
  ])('an item %s', (item, code, field) => {
    expect(readProjectFile(bytesOf(`{"sourceLanguage": "en", "files": [${item}]}`)).problem).toMatchObject({
      code,
      field,
    })
  })
})

describe('editProjectFile', () => {
  const choice = { pattern: 'lang/{lng}.json', format: 'vue-i18n-json', sourceLanguage: 'en' }
  const edited = (text: string, changes: Partial<typeof choice> = {}) => {
    const bytes = editProjectFile(bytesOf(text), { ...choice, ...changes })
    return bytes === null ? null : new TextDecoder().decode(bytes)
  }

  test('creates the file', () => {
    const bytes = editProjectFile(null, choice)
    expect(new TextDecoder().decode(bytes!)).toBe(
      '{\n  "sourceLanguage": "en",\n  "files": [\n    {\n      "pattern": "lang/{lng}.json",\n      "format": "vue-i18n-json"\n    }\n  ]\n}\n',
    )
    expect(readProjectFile(bytes!).file?.files).toHaveLength(1)
  })

  test('adds an item and keeps everything else as written', () => {
    const text =
      '{ "$schema": "x",\r\n\t"files": [\r\n\t\t{ "format": "json", "pattern": "a/{lng}.json" }\r\n\t],\r\n\t"sourceLanguage": "en" }'
    const after = edited(text)!
    expect(after.startsWith(text.slice(0, text.indexOf('a/{lng}.json" }') + 'a/{lng}.json" }'.length))).toBe(
      true,
    )
    expect(after.endsWith('],\r\n\t"sourceLanguage": "en" }')).toBe(true)
    expect(readProjectFile(bytesOf(after)).file?.files.map((item) => [item.pattern, item.format])).toEqual([
      ['a/{lng}.json', 'json'],
      ['lang/{lng}.json', 'vue-i18n-json'],
    ])
  })

  test('changes the format of its own item and nothing else', () => {
    const text =
      '{"sourceLanguage":"en","files":[{"pattern":"lang/{lng}.json","format":"json","languages":{"zh-Hans":"cn"}}]}'
    expect(edited(text)).toBe(text.replace('"json"', '"vue-i18n-json"'))
    expect(edited(text, { pattern: 'lang/{lng;zh-Hans=cn}.json' })).toBe(
      text.replace('"json"', '"vue-i18n-json"'),
    )
    expect(edited(text, { format: 'json' })).toBe(text)
    expect(edited(text, { format: 'json', sourceLanguage: 'de' })).toBe(text.replace('"en"', '"de"'))
  })

  test("refuses to change other files' settings or an invalid file", () => {
    expect(edited(`{"sourceLanguage":"de","files":[${ITEM}]}`)).toBeNull()
    expect(edited('{')).toBeNull()
  })
})

describe('detection by a project file', () => {
  test('takes precedence over guesses, and uses the spellings', async () => {
    const paths = ['lang/cn.json', 'lang/en.json', 'other/locales/en.json', 'other/locales/de.json']
    const text = '{ "a": "b" }'
    const content = {
      head: async () => text,
      bytes: async () => bytesOf(text),
      size: async () => text.length,
    }
    const { file: projectFile } = readProjectFile(
      bytesOf(
        '{"sourceLanguage":"en","files":[{"pattern":"lang/{lng}.json","format":"vue-i18n-json","languages":{"zh-Hans":"cn"}}]}',
      ),
    )
    const detections = await detectProjects(paths, content, { projectFile })
    expect(
      detections.map(({ pattern, format, layout, formatReason }) => ({
        pattern,
        format,
        layout,
        formatReason,
      })),
    ).toEqual([
      {
        pattern: 'lang/{lng;zh-Hans=cn}.json',
        format: 'vue-i18n-json',
        layout: 'configured',
        formatReason: 'configured',
      },
      {
        pattern: 'other/locales/{lng}.json',
        format: 'i18next-json',
        layout: 'file-per-language',
        formatReason: 'plain-json',
      },
    ])
    expect(detections[0]?.files).toEqual([
      { path: 'lang/cn.json', language: 'zh-Hans', languageAsWritten: 'cn', namespace: 'translation' },
      { path: 'lang/en.json', language: 'en', languageAsWritten: 'en', namespace: 'translation' },
    ])
  })
})
