import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Detection, detectProjects, formatById, matchPattern, pathFor } from '../src/index.ts'
import { diskContent } from './disk-content.ts'

// Folders like those of real repositories whose files were read as what they are not, and texts of the same kind.
const cases = new URL('./fixtures/cases/', import.meta.url).pathname

type Files = Readonly<Record<string, string>>

/** Detects the projects of a case, or of these files. */
function detect(files: string | Files): Promise<readonly Detection[]> {
  if (typeof files === 'string') {
    const { paths, content } = diskContent(join(cases, files))
    return detectProjects(paths, content)
  }
  const text = (path: string) => files[path] ?? ''
  return detectProjects(Object.keys(files), {
    head: async (path) => text(path).slice(0, 4000),
    bytes: async (path) => new TextEncoder().encode(text(path)),
    size: async (path) => new TextEncoder().encode(text(path)).length,
  })
}

/** Returns pattern, source language, and the spellings of the languages. */
async function projects(files: string | Files) {
  return (await detect(files)).map(({ pattern, sourceLanguage, files: found }) => [
    pattern,
    sourceLanguage,
    [...new Set(found.map(({ language }) => language))].toSorted().join(' '),
  ])
}

const resx = (text: string) =>
  `<root>\n  <data name="A" xml:space="preserve">\n    <value>${text}</value>\n  </data>\n</root>\n`

describe('languages with legacy, private and pseudo tags', () => {
  test('all cultures of .NET are languages of one project, each with its own file', async () => {
    const [found, ...more] = await detect('05-resx-cultures/input')
    expect(more).toEqual([])
    expect(found?.pattern).toBe('src/Properties/Resources{.lng=en}.resx')
    expect(found?.skipped).toEqual([])
    expect(found?.files.map(({ language, languageAsWritten }) => [language, languageAsWritten])).toEqual([
      ['en-GB-x-abc', 'en-GB-x-abc'],
      ['fr-CA', 'fr-CA'],
      ['qps-loc', 'qps-loc'],
      ['qps-Ploc', 'qps-ploc'],
      ['en', ''],
      ['sr-Cyrl-RS', 'sr-Cyrl-RS'],
      ['zh-Hans', 'zh-CHS'],
      ['zh-Hant', 'zh-CHT'],
    ])
  })

  test.each([
    ['qaa', { 'App.resx': resx('a'), 'App.qaa.resx': resx('b'), 'App.de.resx': resx('c') }],
    ['qps-plocm', { 'App.resx': resx('a'), 'App.qps-plocm.resx': resx('b'), 'App.de.resx': resx('c') }],
    ['x-pirate', { 'App.resx': resx('a'), 'App.x-pirate.resx': resx('b'), 'App.de.resx': resx('c') }],
    [
      'de-DE-formal',
      { 'po/app-de_DE_formal.po': 'msgid "A"\nmsgstr "a"\n', 'po/app-fr.po': 'msgid "A"\nmsgstr "b"\n' },
    ],
    [
      'sr-ijekavsk',
      { 'po/sr@ijekavian.po': 'msgid "A"\nmsgstr "a"\n', 'po/sr.po': 'msgid "A"\nmsgstr "b"\n' },
    ],
    [
      'pt-PT-ao1990',
      { 'po/app-pt_PT_ao90.po': 'msgid "A"\nmsgstr "a"\n', 'po/app-pt_PT.po': 'msgid "A"\nmsgstr "b"\n' },
    ],
    ['en-x-quot', { 'po/en@quot.po': 'msgid "A"\nmsgstr "a"\n', 'po/de.po': 'msgid "A"\nmsgstr "b"\n' }],
    ['x-pirate', { 'locales/x-pirate.json': '{ "a": "Arr" }', 'locales/en.json': '{ "a": "Yes" }' }],
  ] as [string, Files][])('%s is a language of the project', async (language, files) => {
    const [found, ...more] = await detect(files)
    expect(more).toEqual([])
    expect(found?.files.map((file) => file.language)).toContain(language)
    expect(found?.skipped).toEqual([])
  })

  test('folders and files with x- that are no languages make no project', async () => {
    expect(
      await projects({ 'x-pack/plugin/a.json': '{ "a": "b" }', 'src/app-x-ray.json': '{ "a": "b" }' }),
    ).toEqual([])
  })
})

describe('two extensions that mean the same', () => {
  test('are one project, whose source is the English file of either', async () => {
    const [found, ...more] = await detect('f02-yml-and-yaml-apart/folder')
    expect(more).toEqual([])
    expect([found?.pattern, found?.sourceLanguage, found?.skipped]).toEqual([
      'translations/{ns}.{lng}.{ext=yml,yaml}',
      'en',
      [],
    ])
    expect(found?.files.map(({ path }) => path)).toHaveLength(3)
    for (const { path, language, namespace } of found?.files ?? []) {
      expect(matchPattern(found?.pattern ?? '', path)).toMatchObject({ language, namespace })
    }
    expect(pathFor(found?.pattern ?? '', 'fr', 'messages')).toBe('translations/messages.fr.yml')
  })

  const xliff =
    '<?xml version="1.0"?>\n<xliff version="1.2"><file source-language="en"><body><trans-unit id="a"><source>A</source><target>B</target></trans-unit></body></file></xliff>\n'
  const rails = (language: string) => `${language}:\n  hello: "%{name}"\n`
  test.each([
    [
      'Rails',
      {
        'config/locales/en.yaml': rails('en'),
        'config/locales/de.yml': rails('de'),
        'config/locales/fr.yml': rails('fr'),
      },
      'config/locales/{lng}.{ext=yml,yaml}',
    ],
    [
      'Rails with .yaml only',
      { 'config/locales/en.yaml': rails('en'), 'config/locales/de.yaml': rails('de') },
      'config/locales/{lng}.yaml',
    ],
    [
      'folders of Rails',
      {
        'config/locales/a/en.yaml': rails('en'),
        'config/locales/a/de.yaml': rails('de'),
        'config/locales/b/en.yml': rails('en'),
      },
      'config/locales/{ns}/{lng}.{ext=yaml,yml}',
    ],
    [
      'XLIFF',
      {
        'translations/app.de.xlf': xliff,
        'translations/app.fr.xliff': xliff,
        'translations/app.pl.xlf': xliff,
      },
      'translations/app.{lng}.{ext=xlf,xliff}',
    ],
    [
      'XLIFF 2 is another format',
      { 'i18n/app.de.xlf': xliff, 'i18n/app.fr.xlf': xliff },
      'i18n/app.{lng}.xlf',
    ],
  ] as [string, Files, string][])('%s', async (_, files, pattern) => {
    expect((await detect(files)).map((found) => found.pattern)).toEqual([pattern])
  })

  test('a second file of a language is skipped with the reason', async () => {
    const [found] = await detect({
      'config/locales/en.yml': rails('en'),
      'config/locales/en.yaml': rails('en'),
      'config/locales/de.yml': rails('de'),
    })
    expect(found?.skipped).toHaveLength(1)
    expect(found?.skipped[0]?.reason).toBe('same-language-twice')
  })
})

const php = (text: string) => `<?php\n\nreturn [\n    'save' => '${text}',\n];\n`

describe('the source language', () => {
  test.each([
    ['f04-english-of-which-country/a', 'en-US'],
    ['f04-english-of-which-country/b', 'en-US'],
    ['f07-keys-are-the-source/a', 'en'],
  ])('of %s is %s', async (folder, source) => {
    const found = await detect(folder)
    expect(found.map(({ sourceLanguage, doubts }) => [sourceLanguage, doubts])).toEqual([[source, []]])
  })

  test('of layouts that are translated is that of the program', async () => {
    expect(await projects('f07-keys-are-the-source/b')).toEqual([
      ['App/{lng}.lproj/{ns}.strings', 'en', 'de en th'],
      ['App/Views/{lng}.lproj/{ns}.strings', 'en', 'de th'],
    ])
  })

  const long = 'word '.repeat(40)
  test.each([
    ['en-GB next to en-AU', { 'en-GB': 'Save', 'en-AU': 'Save it, mate', de: 'Sichern' }, 'en-GB'],
    ['en-US with some spellings only', { 'en-US': 'Color', 'en-GB': long, de: 'Farbe' }, 'en-GB'],
    ['en with some spellings only', { en: 'Color', 'en-US': long, de: 'Farbe' }, 'en-US'],
    ['en next to a longer en-US', { en: 'Save', 'en-US': 'Save it', de: 'Sichern' }, 'en'],
    ['the only English', { 'en-ZA': 'Save', de: long }, 'en-ZA'],
    ['no English in two languages', { de: 'Datei sichern', fr: 'Enregistrer le fichier' }, 'fr'],
    ['letters of three bytes', { de: 'Bitte sichern', th: 'บันทึก' }, 'de'],
    ['no English in many languages', { de: 'a', fr: 'b', pl: 'c', ru: 'd', es: 'e', it: 'ffff' }, 'en'],
  ] as [string, Readonly<Record<string, string>>, string][])('%s', async (_, texts, source) => {
    const files = Object.fromEntries(
      Object.entries(texts).map(([language, text]) => [`lang/${language}/app.php`, php(text)]),
    )
    expect((await detect(files)).map(({ sourceLanguage }) => sourceLanguage)).toEqual([source])
  })

  test('in another repository, of which several Englishes are translations', async () => {
    const ofEnglishes = async (texts: Readonly<Record<string, string>>) => {
      const files = ['de', 'fr', 'pl', 'ru'].map((language) => [
        `lang/${language}/app.php`,
        php('x'.repeat(400)),
      ])
      const englishes = Object.entries(texts).map(([tag, text]) => [`lang/${tag}/app.php`, php(text)])
      const [found] = await detect(Object.fromEntries([...files, ...englishes]))
      return [found?.sourceLanguage, found?.doubts]
    }
    const [half, most] = ['x'.repeat(100), 'x'.repeat(300)]
    const doubts = [{ kind: 'source-language', choices: ['en', 'en-GB'] }]
    expect(await ofEnglishes({ 'en-GB': half, 'en-AU': half })).toEqual(['en', doubts])
    expect(await ofEnglishes({ 'en-GB': most, 'en-AU': half })).toEqual(['en-GB', []])
    expect(await ofEnglishes({ en: half, 'en-GB': half })).toEqual(['en', []])
    expect(await ofEnglishes({ 'en-GB': half, it: half })).toEqual(['en-GB', []])
  })

  test('a guess is marked, with the other choice', async () => {
    const [found] = await detect({ 'lang/de/app.php': php('Sichern'), 'lang/fr/app.php': php('Sauver') })
    expect(found?.doubts).toEqual([{ kind: 'source-language', choices: ['de', 'en'] }])
  })

  const KEYS = ['Save the file', 'Delete <name>', 'Open a file', '%d files', 'Colour of the text', 'Undo it']
  const keyed = (language: string, some: number) =>
    JSON.stringify(Object.fromEntries(KEYS.slice(0, some).map((key) => [key, `${key} (${language})`])))
  const empty = (some: number) =>
    JSON.stringify(Object.fromEntries(KEYS.slice(0, some).map((key) => [key, ''])))
  test.each<[string, Readonly<Record<string, string>>, string, true | undefined]>([
    ['in few spellings of en-US', { 'en-US': keyed('en', 2), de: keyed('de', 6) }, 'en', true],
    ['in an empty en', { en: '{}', de: keyed('de', 6), fr: keyed('fr', 5) }, 'en', true],
    ['in an en without texts', { en: empty(6), de: keyed('de', 6) }, 'en', true],
    ['in two regional Englishes', { 'en-GB': '{}', 'en-US': keyed('en', 1), pl: keyed('pl', 6) }, 'en', true],
    ['in no file', { de: keyed('de', 6), pl: keyed('pl', 6) }, 'en', true],
    ['in a complete en-US', { 'en-US': keyed('en', 6), de: keyed('de', 6) }, 'en-US', undefined],
    ['in most of en', { en: keyed('en', 4), de: keyed('de', 6) }, 'en', undefined],
    ['next to ids', { en: '{}', de: JSON.stringify({ save: 'Sichern', open: 'Öffnen' }) }, 'en', undefined],
  ])('keys that are the source texts, %s', async (_, texts, source, keysAreSources) => {
    const files = Object.entries(texts).map(([language, text]) => [`locales/${language}.json`, text])
    const [found] = await detect(Object.fromEntries(files))
    expect([found?.sourceLanguage, found?.keysAreSources]).toEqual([source, keysAreSources])
    expect(found?.files).toHaveLength(Object.keys(texts).length)
  })

  test('keys in another language are no English source', async () => {
    const [found] = await detect({
      'lang/fr/app.php': "<?php\nreturn ['Größe ändern' => 'x', 'Datei löschen' => 'y'];\n",
      'lang/pl/app.php': "<?php\nreturn ['Größe ändern' => 'x'];\n",
    })
    expect(found?.doubts).toHaveLength(1)
  })

  test('of another project with the same format counts if the files do not show it', async () => {
    expect(
      await projects({
        'a/en.lproj/App.strings': '"a" = "A";\n',
        'a/de.lproj/App.strings': '"a" = "B";\n',
        'b/de.lproj/Bar.strings': '"a" = "B";\n',
        'b/th.lproj/Bar.strings': '"a" = "C";\n',
      }),
    ).toEqual([
      ['a/{lng}.lproj/{ns}.strings', 'en', 'de en'],
      ['b/{lng}.lproj/{ns}.strings', 'en', 'de th'],
    ])
  })
})

describe('Base.lproj next to en.lproj', () => {
  test('gives way to it', async () => {
    const [found] = await detect('f12-base-and-en-lproj/folder')
    expect([found?.pattern, found?.sourceLanguage]).toEqual(['App/{lng}.lproj/{ns}.strings', 'en'])
    expect(found?.files.map(({ path }) => path)).toEqual([
      'App/de.lproj/InfoPlist.strings',
      'App/en.lproj/InfoPlist.strings',
    ])
    expect(found?.skipped).toEqual([
      { path: 'App/Base.lproj/InfoPlist.strings', reason: 'same-language-twice' },
    ])
  })

  const text = '"a" = "A";\n'
  test.each([
    ['has more files', ['Base/A', 'Base/B', 'en/A', 'de/A'], ['Base/B', 'de/A', 'en/A']],
    ['has fewer files', ['Base/A', 'en/A', 'en/B', 'de/A'], ['de/A', 'en/A', 'en/B']],
    ['has other files', ['Base/A', 'en/B', 'de/B'], ['Base/A', 'de/B', 'en/B']],
    ['is the only English', ['Base/A', 'de/A'], ['Base/A', 'de/A']],
    ['is next to en-GB', ['Base/A', 'en-GB/A', 'de/A'], ['Base/A', 'de/A', 'en-GB/A']],
  ])('%s', async (_, names, kept) => {
    const path = (name: string) => `App/${name.replace('/', '.lproj/')}.strings`
    const [found] = await detect(Object.fromEntries(names.map((name) => [path(name), text])))
    expect(found?.files.map((file) => file.path)).toEqual(kept.map(path))
    expect(found?.sourceLanguage).toBe('en')
  })
})

describe('words of three letters', () => {
  test('a system is no language', async () => {
    expect(await projects('f08-words-of-three-letters/a')).toEqual([
      ['resources/texts{_lng=en}.properties', 'en', 'de en pl'],
    ])
  })

  test('a folder of build scripts is no language', async () => {
    expect(await projects('f08-words-of-three-letters/b')).toEqual([])
  })

  const text = 'open=Open\nsave=Save the file\n'
  const json = '{ "open": "Open", "save": "Save the file" }'
  test.each([
    [
      'mac next to win',
      { 'i18n/mac.json': json, 'i18n/win.json': json, 'i18n/en.json': json, 'i18n/de.json': json },
      'de en',
    ],
    [
      'mac next to languages',
      {
        'r/texts.properties': text,
        'r/texts_mac.properties': text,
        'r/texts_de.properties': text,
        'r/texts_pl.properties': text,
      },
      'de en pl',
    ],
    [
      'mac next to codes of three letters',
      { 'i18n/mac.json': json, 'i18n/bul.json': json, 'i18n/eng.json': json },
      'bg en mk',
    ],
    ['eng in a folder for languages', { 'locales/eng/app.json': json, 'locales/de/app.json': json }, 'de en'],
    [
      'eng with a settings file',
      { 'eng/a.json': '{ "retries": 1 }', 'eng/b.json': '{ "on": false }' },
      undefined,
    ],
    ['ger next to languages', { 'app/ger.json': json, 'app/en.json': json, 'app/fr.json': json }, 'de en fr'],
    [
      'a code without one of two letters',
      { 'app/fil.json': json, 'app/en.json': json, 'app/de.json': json },
      'de en fil',
    ],
  ] as [string, Files, string | undefined][])('%s', async (_, files, languages) => {
    expect((await projects(files))[0]?.[2]).toBe(languages)
  })

  test('a catalog without a text is none, unless it is untranslated', async () => {
    expect(await projects({ 'en/settings.json': '{ "retries": 1, "onAnyError": false }' })).toEqual([])
    expect(await projects({ 'locales/en.json': '{ "a": null }', 'locales/de.json': '{}' })).toHaveLength(1)
  })
})

describe('tables', () => {
  test('a list of languages is no catalog', async () => {
    expect(await projects('f09-list-of-languages-csv/folder')).toEqual([
      ['config/locales/{lng}.yml', 'en', 'de en'],
    ])
  })

  test.each([
    ['a code and a name', 'lib/languages.csv', 'de,German\nfr,French\n'],
    ['a code and its name in a folder for texts', 'i18n/languages.csv', 'de,German\nfr,French\n'],
    ['a name and a code', 'data/list.csv', 'German;de\nFrench;fr\n'],
    ['tabs', 'data/list.tsv', 'pt-BR\tPortuguese (Brazil)\nfr\tFrench\n'],
    [
      'a name, its translation and a code',
      'data/list.csv',
      'de,German,Deutsch,rtl\nar,Arabic,Arabisch,ltr\n',
    ],
  ])('%s is no head of a table', async (_, path, text) => {
    expect(await projects({ [path]: text })).toEqual([])
  })

  test.each([
    ['two languages without a key', 'data/texts.csv', 'en,de\nSave,Sichern\nOpen,Öffnen\n', 'de en'],
    ['a key and one language', 'i18n/texts.csv', 'key,en\nsave,Save\n', 'en'],
    [
      'names of languages in two languages',
      'i18n/languages.csv',
      'key,en,de\nde,German,Deutsch\nfr,French,Französisch\n',
      'de en',
    ],
  ])('%s is one', async (_, path, text, languages) => {
    expect((await projects({ [path]: text }))[0]?.[2]).toBe(languages)
  })

  test('pairs of Magento with the columns of modules are a project', async () => {
    const [found, ...more] = await detect('f10-magento-module-columns/folder')
    expect(more).toEqual([])
    expect([found?.pattern, found?.format, found?.sourceLanguage]).toEqual(['{lng}.csv', 'csv', 'en'])
  })

  test('the columns of modules stay as they are when a text is edited', () => {
    const csv = formatById('csv')!
    const file = readFileSync(join(cases, 'f10-magento-module-columns/folder/de_DE.csv'))
    const edited = csv.edit(csv.read(file, { language: 'de-DE', side: 'target' }), [
      { kind: 'set', name: 'Sign In', text: 'Einloggen' },
    ])
    expect(new TextDecoder().decode(edited)).toBe(file.toString().replace('Anmelden', 'Einloggen'))
  })

  const row = (end: string) => `"Add to Cart","In den Warenkorb"${end}\n"Sign In",Anmelden${end}\n`
  test.each([
    ['two columns', row(''), true],
    ['a theme', row(',theme,frontend/Shop/luma'), true],
    ['a library', row(',lib,lib/web'), true],
    ['one column more', row(',module'), false],
    ['other columns', row(',12,13'), false],
    ['columns of numbers', '1,2,module,a\n3,4,module,b\n', false],
  ])('%s', async (_, text, isFound) => {
    expect(await detect({ 'de_DE.csv': text })).toHaveLength(isFound ? 1 : 0)
  })
})

describe('placeholders in single braces', () => {
  const react = '{ "dependencies": { "react": "19.0.0" } }'
  const locales = (text: string): Files =>
    Object.fromEntries(['de', 'en', 'fr', 'pl'].map((language) => [`src/lang/${language}.json`, text]))

  test('with numbers, and a bar elsewhere, are of no dialect', async () => {
    const [found] = await detect('f11-numbered-braces-are-not-vue/folder')
    expect([found?.format, found?.syntaxes.get('json'), found?.doubts]).toEqual(['json', 'mixed', []])
  })

  test.each([
    ['numbers', locales('{ "a": { "b": "Hello {0}" } }'), 'json'],
    [
      'numbers and vue-i18n',
      { ...locales('{ "a": "Hello {0}" }'), 'package.json': '{ "dependencies": { "vue-i18n": "9" } }' },
      'vue-i18n-json',
    ],
    ['numbers and a plural of vue-i18n', locales('{ "a": "{0} file | {0} files" }'), 'vue-i18n-json'],
    [
      'names in a React program',
      { ...locales('{ "a": { "b": "Hello {name}" }, "c": "red | green" }'), 'package.json': react },
      'json',
    ],
    [
      'names in a React program with i18next further up',
      {
        ...locales('{ "a": { "b": "Hello {name}" } }'),
        'src/package.json': react,
        'package.json': '{ "dependencies": { "i18next": "25" } }',
      },
      'i18next-json',
    ],
    [
      'names and a link in a React program',
      { ...locales('{ "a": { "b": "Hello {name}" }, "c": "@:a.b" }'), 'package.json': react },
      'vue-i18n-json',
    ],
    ['names', locales('{ "a": { "b": "Hello {name}" } }'), 'vue-i18n-json'],
  ] as [string, Files, string][])('%s', async (_, files, format) => {
    expect((await detect(files))[0]?.format).toBe(format)
  })

  test('with names alone leave two dialects, which is reported', async () => {
    const [found] = await detect(locales('{ "a": { "b": "Hello {name}" } }'))
    expect(found?.doubts).toEqual([{ kind: 'format', choices: ['vue-i18n-json', 'icu-json'] }])
  })
})

describe('paths that can be read in two ways', () => {
  const grid = (folders: readonly string[], names: readonly string[]): Files =>
    Object.fromEntries(
      folders.flatMap((folder) =>
        names.map((name) => [`locales/${folder}/${name}.json`, '{ "a": "{{b}}" }']),
      ),
    )

  test('are marked, with both patterns', async () => {
    const [found, ...more] = await detect(grid(['ar', 'id', 'it'], ['de', 'en', 'fr']))
    expect(more).toEqual([])
    expect(found?.pattern).toBe('locales/{ns}/{lng}.json')
    expect(found?.doubts).toEqual([
      { kind: 'pattern', choices: ['locales/{ns}/{lng}.json', 'locales/{lng}/{ns}.json'] },
    ])
  })

  test.each([
    ['namespaces that are words', grid(['app', 'common', 'errors'], ['de', 'en', 'fr'])],
    ['one folder that is a word', grid(['it', 'common', 'errors'], ['de', 'en', 'fr', 'pl'])],
    ['languages as folders', grid(['de', 'en', 'fr'], ['app', 'errors', 'it'])],
    ['one language', grid(['en'], ['app', 'it'])],
    [
      'files named by the folder',
      { 'po/de/de.po': 'msgid "A"\nmsgstr "B"\n', 'po/fr/fr.po': 'msgid "A"\nmsgstr "C"\n' },
    ],
  ] as [string, Files][])('%s are not', async (_, files) => {
    const [found] = await detect(files)
    expect(found?.doubts).toEqual([])
  })
})
