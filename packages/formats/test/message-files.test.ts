import { describe, expect, test } from 'vitest'
import { type Detection, detectProjects, type EntryEdit, formatById, isWhole } from '../src/index.ts'

// Files whose keys belong to messages or to the file: lists of go-i18n and gotext, and Angular's JSON.

type Files = Readonly<Record<string, string>>

function detect(files: Files): Promise<readonly Detection[]> {
  const text = (path: string) => files[path] ?? ''
  return detectProjects(Object.keys(files), {
    head: async (path) => text(path).slice(0, 4000),
    bytes: async (path) => new TextEncoder().encode(text(path)),
    size: async (path) => new TextEncoder().encode(text(path)).length,
  })
}

/** Returns format, pattern, source language and languages of the projects. */
async function projects(files: Files) {
  return (await detect(files)).map(({ format, pattern, sourceLanguage, files: found }) => [
    format,
    pattern,
    sourceLanguage,
    [...new Set(found.map(({ language }) => language))].toSorted().join(' '),
  ])
}

const list = (...texts: readonly string[]) =>
  JSON.stringify(
    texts.map((text, i) => ({ id: `api.k${i}`, translation: text })),
    null,
    2,
  )
const yaml = (...texts: readonly string[]) =>
  texts.map((text, i) => `- id: k${i}\n  translation: ${text}\n`).join('\n')
const gotext = (language: string, translation: string) =>
  JSON.stringify(
    { language, messages: [{ id: 'Hello {City}!', message: 'Hello {City}!', translation }] },
    null,
    4,
  )
const angular = (locale: string, text: string) =>
  JSON.stringify({ locale, translations: { '123': text } }, null, 2)

describe('lists of go-i18n are found', () => {
  test.each<[string, Files, readonly (readonly string[])[]]>([
    [
      'as in Mattermost',
      {
        'server/i18n/en.json': list('Hi {{.Name}}', 'B'),
        'server/i18n/de.json': list('Hallo {{.Name}}', 'B'),
      },
      [['go-i18n-json', 'server/i18n/{lng}.json', 'en', 'de en']],
    ],
    [
      'with the translation before the id',
      {
        'i18n/en.json': '[{"translation": "Hi {{.Name}}", "id": "a"}]',
        'i18n/de.json': '[{"translation": "x", "id": "a"}]',
      },
      [['go-i18n-json', 'i18n/{lng}.json', 'en', 'de en']],
    ],
    [
      'with forms in the first message',
      {
        'i18n/en.json': '[\n{ "id": "a", "translation": { "one": "x", "other": "y" } }]',
        'i18n/fr.json': '[{ "id": "a", "translation": { "one": "x", "other": "y" } }]',
      },
      [['go-i18n-json', 'i18n/{lng}.json', 'en', 'en fr']],
    ],
    [
      'with a file that has no message yet',
      { 'i18n/en.json': list('A'), 'i18n/de.json': list('B'), 'i18n/pl.json': '[]\n' },
      [['go-i18n-json', 'i18n/{lng}.json', 'en', 'de en pl']],
    ],
    [
      'in YAML of a theme of Hugo',
      { 'i18n/en.yaml': yaml('A', '"{{ .Count }} min"'), 'i18n/de.yaml': yaml('B', 'C'), 'theme.toml': '' },
      [['go-i18n-yaml', 'i18n/{lng}.yaml', 'en', 'de en']],
    ],
    [
      'in YAML below comments and a document start, with quotes',
      {
        'i18n/en.yml': '# Texts\n\n---\n- "id": "a"\n  "translation": "A"\n',
        'i18n/de.yml': '- id: a\n  translation:\n    one: B\n    other: C\n',
      },
      [['go-i18n-yaml', 'i18n/{lng}.yml', 'en', 'de en']],
    ],
  ])('%s', async (_, files, expected) => {
    expect(await projects(files)).toEqual(expected)
  })

  test('a map among lists is left out with a reason', async () => {
    const [found] = await detect({
      'i18n/en.yaml': yaml('A'),
      'i18n/de.yaml': yaml('B'),
      'i18n/fr.yaml': 'k0:\n  other: C\n',
    })
    expect(found?.format).toBe('go-i18n-yaml')
    expect(found?.skipped).toEqual([{ path: 'i18n/fr.yaml', reason: 'other-content' }])
  })

  test.each([
    ['languages', '[{"id": "en", "name": "English"}, {"id": "de", "name": "German"}]'],
    ['texts', '["a", "b"]'],
    ['numbers as ids', '[{"id": 1, "translation": "x"}]'],
    ['words', '[{"word": "a", "translation": "b"}]'],
    ['nothing but texts', '[{"translation": "b"}]'],
  ])('a list of %s is no catalog', async (_, text) => {
    expect(await projects({ 'i18n/en.json': text, 'i18n/de.json': text })).toEqual([])
  })
})

describe('files of gotext are found', () => {
  const base = 'internal/translations/locales'
  test.each<[string, Files, readonly (readonly string[])[]]>([
    [
      'with translations only',
      { [`${base}/de/messages.gotext.json`]: gotext('de', 'Hallo {City}!') },
      [['gotext-json', `${base}/{lng}/{ns}.json`, 'en', 'de en']],
    ],
    [
      'with a file of the source language',
      {
        [`${base}/en/messages.gotext.json`]: gotext('en', ''),
        [`${base}/de/messages.gotext.json`]: gotext('de', 'Hallo'),
      },
      [['gotext-json', `${base}/{lng}/{ns}.json`, 'en', 'de en']],
    ],
    [
      'with languages of regions',
      {
        [`${base}/en-GB/messages.gotext.json`]: gotext('en-GB', 'Hello'),
        [`${base}/de-DE/messages.gotext.json`]: gotext('de-DE', 'Hallo'),
        [`${base}/fr-CH/messages.gotext.json`]: gotext('fr-CH', 'Salut'),
      },
      [['gotext-json', `${base}/{lng}/{ns}.json`, 'en', 'de-DE en en-GB fr-CH']],
    ],
    [
      'without messages yet',
      {
        [`${base}/de/messages.gotext.json`]: '{\n  "language": "de",\n  "messages": null\n}',
        [`${base}/fr/messages.gotext.json`]: gotext('fr', 'Salut'),
      },
      [['gotext-json', `${base}/{lng}/{ns}.json`, 'en', 'de en fr']],
    ],
    [
      'unless the keys only look similar',
      {
        'locales/en.json': '{"language": "Language", "messages": "Messages"}',
        'locales/de.json': '{"language": "Sprache", "messages": "Nachrichten"}',
      },
      [['i18next-json', 'locales/{lng}.json', 'en', 'de en']],
    ],
  ])('%s', async (_, files, expected) => {
    expect(await projects(files)).toEqual(expected)
  })

  test('the source language reads the messages of a file without translations', async () => {
    const [found] = await detect({
      [`${base}/en/messages.gotext.json`]: gotext('en', ''),
      [`${base}/de/messages.gotext.json`]: gotext('de', 'Hallo'),
    })
    expect(found?.files.map(({ language, side }) => [language, side])).toEqual([
      ['de', 'target'],
      ['en', 'source'],
    ])
  })
})

describe('JSON files of Angular are found', () => {
  test.each<[string, Files, readonly (readonly string[])[]]>([
    [
      'with a file of each language',
      {
        'src/locale/messages.en.json': angular('en', 'Hi {$PH}'),
        'src/locale/messages.de.json': angular('de', 'Hallo {$PH}'),
      },
      [['angular-json', 'src/locale/messages.{lng}.json', 'en', 'de en']],
    ],
    [
      'with the source in messages.json',
      {
        'src/locale/messages.json': angular('en-US', 'Hi'),
        'src/locale/messages.fr.json': angular('fr', 'Salut'),
      },
      [['angular-json', 'src/locale/messages.{lng}.json|src/locale/messages.json', 'en', 'en fr']],
    ],
    [
      'in a folder of its own',
      { 'i18n/en-US.json': angular('en-US', 'Hi'), 'i18n/fr.json': angular('fr', 'Salut') },
      [['angular-json', 'i18n/{lng}.json', 'en-US', 'en-US fr']],
    ],
    [
      'with texts of ICU',
      {
        'i18n/en.json': angular('en', '{VAR_PLURAL, plural, =0 {none} other {{INTERPOLATION} items}}'),
        'i18n/de.json': angular('de', '{VAR_PLURAL, plural, =0 {keine} other {{INTERPOLATION} Dinge}}'),
      },
      [['angular-json', 'i18n/{lng}.json', 'en', 'de en']],
    ],
    [
      'unless the keys only look similar',
      {
        'i18n/en.json': '{"locale": "Locale", "translations": "Translations"}',
        'i18n/de.json': '{"locale": "Sprache", "translations": "Texte"}',
      },
      [['i18next-json', 'i18n/{lng}.json', 'en', 'de en']],
    ],
  ])('%s', async (_, files, expected) => {
    expect(await projects(files)).toEqual(expected)
  })
})

describe('a new language', () => {
  const added: readonly EntryEdit[] = [{ kind: 'add', path: ['a.b'], text: 'X', after: [], source: 'S' }]
  test.each([
    [
      'go-i18n-json',
      '[\n\t{\n\t\t"id": "a",\n\t\t"translation": "A"\n\t}\n]',
      '[\n\t{\n\t\t"id": "a.b",\n\t\t"translation": "X"\n\t}\n]',
    ],
    ['go-i18n-yaml', '---\n- id: "a"\n  translation: "A"\n', '---\n- id: "a.b"\n  translation: "X"\n'],
    [
      'gotext-json',
      '{\n  "language": "en",\n  "messages": [\n    {\n      "id": "a",\n      "translation": "A"\n    }\n  ]\n}\n',
      '{\n  "language": "pl",\n  "messages": [\n    {\n      "id": "a.b",\n      "message": "S",\n      "translation": "X"\n    }\n  ]\n}\n',
    ],
    [
      'angular-json',
      '{\r\n    "locale": "en",\r\n    "translations": {\r\n        "a": "A"\r\n    }\r\n}',
      '{\r\n    "locale": "pl",\r\n    "translations": {\r\n        "a.b": "X"\r\n    }\r\n}',
    ],
  ])('of %s has the style of another one', (id, model, expected) => {
    const format = formatById(id)
    const read = format?.read(new TextEncoder().encode(model))
    const bytes = format?.create(read ?? null, added, { language: 'pl', side: 'target' })
    expect(new TextDecoder().decode(bytes)).toBe(expected)
  })

  test.each(['go-i18n-json', 'go-i18n-yaml', 'gotext-json', 'angular-json'])('of %s needs no model', (id) => {
    const format = formatById(id)
    const bytes = format?.create(null, added, { language: 'pl', side: 'target' }) ?? new Uint8Array()
    const document = format?.read(bytes, { language: 'pl', side: 'target' })
    expect(document !== undefined && isWhole(document)).toBe(true)
    expect(document?.entries.get('a.b')?.text).toBe('X')
  })
})

describe('edits that a file cannot express are refused with a code', () => {
  const one = { name: 'a', plural: 'cardinal', form: 'one', path: ['a'] } as const
  test.each<[string, string, EntryEdit, string]>([
    [
      'go-i18n-json',
      list('A'),
      {
        kind: 'add',
        path: ['api.k0', 'one'],
        text: 'x',
        after: [],
        unit: { ...one, name: 'api.k0', path: ['api.k0'] },
      },
      'place-taken',
    ],
    [
      'go-i18n-json',
      list('A'),
      { kind: 'add', path: ['a', 'one'], text: 'x', after: [], unit: { ...one, plural: 'ordinal' } },
      'not-representable',
    ],
    ['go-i18n-json', list('A', 'B'), { kind: 'rename', name: 'api.k0', path: ['api.k1'] }, 'place-taken'],
    ['go-i18n-yaml', yaml('A'), { kind: 'add', path: [''], text: 'x', after: [] }, 'unusable-path'],
    [
      'go-i18n-yaml',
      '- id: a\n  translation: &x A\n- id: b\n  translation: *x\n',
      { kind: 'remove', name: 'a' },
      'not-representable',
    ],
    [
      'gotext-json',
      gotext('de', 'x'),
      { kind: 'add', path: ['a', 'one'], text: 'x', after: [], unit: one },
      'not-representable',
    ],
    ['angular-json', angular('de', 'x'), { kind: 'set', name: 'locale', text: 'x' }, 'no-entry'],
  ])('%s %#', (id, text, edit, code) => {
    const format = formatById(id)
    const document = format?.read(new TextEncoder().encode(text))
    if (format === null || document === undefined) throw new Error(id)
    expect(() => format.edit(document, [edit])).toThrow(code)
  })

  test('a source text of gotext is read-only', () => {
    const format = formatById('gotext-json')
    const document = format?.read(new TextEncoder().encode(gotext('de', 'x')), {
      language: 'en',
      side: 'source',
    })
    if (format === null || format === undefined || document === undefined) throw new Error('gotext-json')
    const edit: EntryEdit = { kind: 'set', name: 'Hello {City}!', text: 'Bye' }
    expect(() => format.edit(document, [edit])).toThrow('read-only')
  })
})
