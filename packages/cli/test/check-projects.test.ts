import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runGit } from './programs.ts'
import { runCommand, writeFiles } from './run-command.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dragoman-check-projects-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (files: Readonly<Record<string, unknown>>) => writeFiles(root, files)

const check = (...args: readonly string[]) => runCommand(['check', root, ...args])

/** Two languages of a JSON project; the second one lacks a placeholder if it is not `whole`. */
const project = (folder: string, isWhole = true) => ({
  [`${folder}/locales/en.json`]: { hello: 'Hello {{name}}' },
  [`${folder}/locales/de.json`]: { hello: isWhole ? 'Hallo {{name}}' : 'Hallo' },
})

test('a folder with nothing but generated files is refused with the reason', async () => {
  write({
    'l10n/de.js': 'OC.L10N.register("deck", { "Save" : "Speichern" }, "nplurals=2; plural=(n != 1);");',
    'l10n/de.json': { translations: { Save: 'Speichern' }, pluralForm: 'nplurals=2; plural=(n != 1);' },
  })
  const { code, err } = await check()
  expect(code).toBe(1)
  expect(err).toContain('such as l10n/de.json, are generated from other files.')
})

describe('keys that are the source texts', () => {
  const german = {
    'Delete <name>': 'Lösche <name>',
    'Files of a <note>': 'Dateien einer <note>',
    'Sort by <field>': 'Sortiere nach <feld>',
    'Save the file': 'Sichere <b>die Datei',
    'Colour of the text': 'Farbe  des Texts',
  }
  test.each([
    ['an empty English file', { en: {} }],
    ['an English file with the exceptions', { en: { 'Colour of the text': 'Color of the text' } }],
    ['an American file with the exceptions', { 'en-US': { 'Colour of the text': 'Color of the text' } }],
    ['English files without texts', { 'en-US': { 'Save the file': '' }, 'en-GB': {} }],
    ['no English file', {}],
  ])('count as such next to %s', async (_, english) => {
    write({
      ...Object.fromEntries(Object.entries(english).map(([tag, texts]) => [`locales/${tag}.json`, texts])),
      'locales/de.json': german,
    })
    const report = JSON.parse((await check('--format', 'json')).out)
    const found = report.findings.filter(({ language }: { language: string }) => language === 'de')
    expect(found.map(({ code, key }: { code: string; key: string }) => [code, key])).toEqual([
      ['tag-unbalanced', 'Save the file'],
      ['double-space', 'Colour of the text'],
    ])
  })

  test('are none if the keys are ids', async () => {
    write({ 'locales/en.json': {}, 'locales/de.json': { save: 'Sichern', open: 'Öffnen' } })
    const report = JSON.parse((await check('--format', 'json')).out)
    expect(report.projects).toMatchObject([{ sourceLanguage: 'en' }])
  })
})

describe('references to keys that no file has', () => {
  const i18next = { dependencies: { i18next: '25' } }
  const vue = { dependencies: { 'vue-i18n': '11' } }
  /** Returns language, key and reference of the warnings. */
  async function unknown(files: Readonly<Record<string, unknown>>) {
    write(files)
    const report = JSON.parse((await check('--format', 'json')).out)
    return report.findings
      .filter(({ code }: { code: string }) => code === 'reference-unknown')
      .map(({ language, key, params }: Record<string, { key?: string }>) => [language, key, params?.key])
  }

  test.each<[string, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>, unknown]>([
    ['$t of i18next', i18next, { a: 'See $t(b) and $t(missing)', b: 'B' }, [['en', 'a', 'missing']]],
    [
      '$t of a plural and a context',
      i18next,
      { a: '$t(n, {"count": 2}) $t(f)', n_one: '1', n_other: '2', f_male: 'M' },
      [],
    ],
    [
      '$t of a key below another',
      i18next,
      { a: '$t(menu.open) $t(menu.close)', menu: { open: 'O' } },
      [['en', 'a', 'menu.close']],
    ],
    ['$t that the program completes', i18next, { a: '$t({{key}}) {{b}}' }, []],
    ['@: of vue-i18n', vue, { a: 'See @:b and @.lower:c.d', b: 'B', c: { e: 'E' } }, [['en', 'a', 'c.d']]],
    ['@: of a list', vue, { a: "@:list.1 @:{'list[0]'}", list: ['x', 'y'] }, []],
    ['@: of vue-i18n that the program completes', vue, { a: '@:{name} {name}' }, []],
  ])('%s', async (_, program, texts, expected) => {
    expect(
      await unknown({ 'package.json': program, 'locales/en.json': texts, 'locales/de.json': texts }),
    ).toEqual(expected)
  })

  test('are looked up in all namespaces', async () => {
    expect(
      await unknown({
        'package.json': i18next,
        'locales/en/common.json': { a: '$t(errors:lost) $t(errors:gone)', b: '{{x}}' },
        'locales/en/errors.json': { lost: 'Lost' },
        'locales/de/common.json': { a: '$t(errors:lost) $t(errors:gone)', b: '{{x}} $t(typo)' },
        'locales/de/errors.json': { lost: 'Verloren' },
      }),
    ).toEqual([
      ['de', 'b', 'typo'],
      ['en', 'a', 'errors:gone'],
    ])
  })
})

describe('all projects of a folder are checked', () => {
  test('with one summary line for each, and one result for all', async () => {
    cpSync(new URL('fixtures/cases/f01-check-sees-one-project', import.meta.url).pathname, root, {
      recursive: true,
    })
    const { code, out } = await check()
    expect(code).toBe(1)
    expect(out.split('\n')).toEqual([
      'web/locales/de.json:2:12  error    hello: {{name}} is missing.',
      '',
      '2 files (app/locales/{lng}.json): 0 errors, 0 warnings.',
      '2 files (web/locales/{lng}.json): 1 error, 0 warnings.',
      '2 projects: 1 error, 0 warnings.',
    ])
  })

  test('more than 50', async () => {
    for (let i = 0; i < 60; i++) write(project(`add-on-${i}`, i !== 59))
    const { code, out } = await check()
    expect(code).toBe(1)
    expect(out).toContain('60 projects: 1 error, 0 warnings.')
  })

  test('of different formats and source languages', async () => {
    write({
      ...project('web'),
      'android/res/values/strings.xml': '<resources>\n  <string name="hi">Hi %1$s</string>\n</resources>\n',
      'android/res/values-de/strings.xml': '<resources>\n  <string name="hi">Hallo</string>\n</resources>\n',
    })
    const { code, out } = await check()
    expect(code).toBe(1)
    expect(out).toContain('2 files (android/res/values{-lng=en}/strings.xml): 1 error, 0 warnings.')
    expect(out).toContain('2 files (web/locales/{lng}.json): 0 errors, 0 warnings.')
  })

  test('in reports for programs', async () => {
    write({ ...project('app'), ...project('web', false) })
    const report = JSON.parse((await check('--format', 'json')).out)
    expect(report).toMatchObject({ files: 4, errors: 1, warnings: 0 })
    expect(report.projects).toMatchObject([
      { pattern: 'app/locales/{lng}.json', sourceLanguage: 'en', files: 2, errors: 0 },
      { pattern: 'web/locales/{lng}.json', sourceLanguage: 'en', files: 2, errors: 1 },
    ])
    expect((await check('--format', 'github')).out).toContain('file=web/locales/de.json,line=2')
    expect((await check('--format', 'gitlab')).out).toContain('"path": "web/locales/de.json"')
    expect((await check('--format', 'sarif')).out).toContain('"uri": "web/locales/de.json"')
  })

  test('with their untranslated keys', async () => {
    write({ ...project('app'), ...project('web'), 'web/locales/de.json': {} })
    const { code, out } = await check()
    expect(code).toBe(0)
    expect(out).toContain('2 files (web/locales/{lng}.json): 0 errors, 0 warnings. Not translated: de 1.')
  })

  test('since a commit', async () => {
    write({ ...project('app'), ...project('web', false) })
    runGit(root, 'init', '-q')
    runGit(root, 'add', '.')
    runGit(root, '-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-qm', 'a')
    expect((await check('--base', 'HEAD')).code).toBe(0)
    write(project('app', false))
    const { code, out } = await check('--base', 'HEAD')
    expect(code).toBe(1)
    expect(out).toContain('2 projects: 1 error, 0 warnings.')
    expect(out).toContain('1 existing finding not repeated.')
  })

  test('against the code that uses any of them', async () => {
    write({
      'app/locales/en.json': { title: 'Title', old: 'Old' },
      'app/locales/de.json': { title: 'Titel', old: 'Alt' },
      'web/locales/en.json': { start: 'Start' },
      'web/locales/de.json': { start: 'Start' },
      'other/locales/en.json': { far: 'Far' },
      'other/locales/de.json': { far: 'Fern' },
      'src/a.ts': "t('title')\nt('start')\nt('gone')\n",
    })
    const { out } = await check('--code', join(root, 'src'))
    expect(out).toContain('src/a.ts:3:3  error    gone:')
    expect(out).toContain('old: No code uses this key.')
    expect(out).toContain('3 projects: 1 error, 1 warning.')
  })
})

describe('nothing is left out in silence', () => {
  test('files that are not read are listed with the reason, all of them with an option', async () => {
    write(project('app'))
    for (let i = 0; i < 7; i++) write({ [`app/locales/words-${i}.json`]: { a: 'b' } })
    const { out } = await check()
    expect(out).toContain('7 files are not read:')
    expect(out).toContain('  app/locales/words-4.json: Its path contains no language.')
    expect(out).not.toContain('words-5')
    expect(out).toContain('  … 2 more. --skipped lists all of them.')
    const { out: all } = await check('--skipped')
    expect(all).toContain('words-6')
    const report = JSON.parse((await check('--format', 'json')).out)
    expect(report.skipped).toHaveLength(7)
  })

  test('an uncertain choice is named, with both possibilities and how to choose', async () => {
    write({ 'lang/de.json': { a: { b: 'Hallo {name}' } }, 'lang/en.json': { a: { b: 'Hello {name}' } } })
    const { out } = await check()
    expect(out).toContain('lang/{lng}.json: the format is vue-i18n-json or icu-json; vue-i18n-json is used.')
    const [file = ''] = /\{"sourceLanguage".*\}/.exec(out) ?? []
    write({ 'dragoman.json': file })
    const after = JSON.parse((await check('--format', 'json')).out)
    expect(after.projects).toMatchObject([{ format: 'icu-json', doubts: [] }])
  })

  test('what dragoman.json does not name is named', async () => {
    write({
      ...project('app'),
      ...project('web', false),
      'dragoman.json': {
        sourceLanguage: 'en',
        files: [{ pattern: 'app/locales/{lng}.json', format: 'i18next-json' }],
      },
    })
    const { code, out } = await check()
    expect(code).toBe(0)
    expect(out).toContain('Not in dragoman.json, and not checked: web/locales/{lng}.json.')
  })
})

describe('dragoman.json', () => {
  const configured = (pattern: string) => ({
    'dragoman.json': `{\n  "sourceLanguage": "en",\n  "files": [\n    { "pattern": "${pattern}", "format": "i18next-json" }\n  ]\n}\n`,
  })

  test('with a pattern that no file matches is an error at its position', async () => {
    write({ ...project('app'), ...configured('web/locales/{lng}.json') })
    const { code, err } = await check()
    expect(code).toBe(1)
    expect(err).toContain('dragoman.json:4:18: No file matches the pattern “web/locales/{lng}.json”.')
  })

  test.each([
    ['a folder of build output', 'dist'],
    ['third-party files', 'vendor/shop'],
    ['a hidden folder', '.config'],
    ['test data', 'fixtures'],
    ['a folder below another', 'app/build/web'],
  ])('reads %s if it names it', async (_, folder) => {
    write({ ...project(folder, false), ...configured(`${folder}/locales/{lng}.json`) })
    const { code, out } = await check()
    expect(code).toBe(1)
    expect(out).toContain('2 files (')
  })

  test('reads an ignored folder below a placeholder if it names it, and no other', async () => {
    write({
      ...project('app/dist', false),
      ...project('node_modules/app/dist', false),
      ...configured('{ns}/dist/locales/{lng}.json'),
    })
    const { out } = await check()
    expect(out).toContain('2 files ({ns}/dist/locales/{lng}.json): 1 error')
  })

  test('reads a file named like that of another tool if it names it', async () => {
    write({
      'i18n/en/package.json': { hello: 'Hello {{name}}' },
      'i18n/de/package.json': { hello: 'Hallo' },
      ...configured('i18n/{lng}/package.json'),
    })
    const { code, out } = await check()
    expect(code).toBe(1)
    expect(out).toContain('2 files (i18n/{lng}/package.json): 1 error')
  })
})

describe('findings of each project link to its own project in the editor', () => {
  const EDITOR = ['--editor', 'https://l10n.example.com/p/shop', '--format', 'json']

  /** Returns pairs of a path and the project that the link leads to. */
  async function links(...args: readonly string[]): Promise<readonly unknown[]> {
    const { findings } = JSON.parse((await check(...args)).out)
    return findings.map(({ path, link }: { path: string; link: string | null }) => [
      path,
      link === null ? null : new URL(link).pathname.split('/').slice(1, 3).join('/'),
    ])
  }
  const configured = (...projects: readonly (string | null)[]) => ({
    'dragoman.json': {
      ...{ server: 'https://other.example.com', project: 'own', sourceLanguage: 'en' },
      files: ['app', 'web'].map((folder, index) => ({
        ...{ pattern: `${folder}/locales/{lng}.json`, format: 'i18next-json' },
        ...(projects[index] == null ? {} : { project: projects[index] }),
      })),
    },
  })
  const both = { ...project('app', false), ...project('web', false) }

  test('the first to that of the option, others to those that dragoman FOLDER opens', async () => {
    write(both)
    expect(await links(...EDITOR)).toEqual([
      ['app/locales/de.json', 'p/shop'],
      ['web/locales/de.json', 'p/shop-web-locales'],
    ])
  })

  test('three projects have three addresses', async () => {
    write({ ...both, ...project('api/v2', false) })
    const found = await links(...EDITOR)
    expect(new Set(found.map((one) => JSON.stringify(one))).size).toBe(3)
    expect(found).toContainEqual(['web/locales/de.json', 'p/shop-web-locales'])
  })

  test.each([
    ['all to one project', [null, null], ['p/shop', 'p/shop']],
    ['to those that dragoman.json names', [null, 'shop-web'], ['p/shop', 'p/shop-web']],
    ['to those that dragoman.json names, the first too', ['a', 'b'], ['p/a', 'p/b']],
  ] as const)('%s', async (_, projects, expected) => {
    write({ ...both, ...configured(...projects) })
    expect((await links(...EDITOR)).map((one) => (one as readonly unknown[])[1])).toEqual(expected)
    const report = JSON.parse((await check(...EDITOR)).out)
    for (const { link } of report.findings) expect(link).toMatch(/^https:\/\/l10n\.example\.com\/p\//)
  })

  test('without the option, to the server and the projects of dragoman.json', async () => {
    write({ ...both, ...configured(null, 'shop-web') })
    expect(await links('--format', 'json')).toEqual([
      ['app/locales/de.json', 'p/own'],
      ['web/locales/de.json', 'p/shop-web'],
    ])
  })

  test('a key that no code uses links to the project of its file', async () => {
    write({
      ...{ 'app/locales/en.json': { title: 'Title' }, 'app/locales/de.json': { title: 'Titel' } },
      ...{ 'web/locales/en.json': { start: 'Start', old: 'Old' }, 'web/locales/de.json': { start: 'Los' } },
      'src/a.ts': "t('title')\nt('start')\n",
    })
    expect(await links(...EDITOR, '--code', join(root, 'src'))).toContainEqual([
      'web/locales/en.json',
      'p/shop-web-locales',
    ])
  })
})
