import { describe, expect, test } from 'vitest'
import { readProjectFile } from '../project-file/read-project-file.ts'
import { detectProjects } from './detect.ts'

type Files = Readonly<Record<string, string>>

/** Returns the syntax of the first detection, as `format: syntax`. */
async function syntaxIn(files: Files): Promise<string> {
  const text = (path: string) => files[path] ?? ''
  const project = files['dragoman.json']
  const projectFile = project === undefined ? null : readProjectFile(new TextEncoder().encode(project)).file
  const [first] = await detectProjects(
    Object.keys(files),
    {
      head: async (path) => text(path).slice(0, 4000),
      bytes: async (path) => new TextEncoder().encode(text(path)),
      size: async (path) => text(path).length,
    },
    { projectFile },
  )
  return first === undefined ? 'none' : `${first.format}: ${first.syntaxes.get(first.format)}`
}

const ARB = {
  'lib/l10n/app_en.arb': '{"@@locale":"en","a":"Hi {name}"}',
  'lib/l10n/app_fr.arb': '{"@@locale":"fr","a":"Salut {name}"}',
}

describe('Flutter', () => {
  test.each([
    ['use-escaping: true', 'flutter-escaping'],
    ['arb-dir: lib/l10n\nuse-escaping : true # for braces', 'flutter-escaping'],
    ['use-escaping: "true"', 'flutter-escaping'],
    ['use-escaping: false', 'flutter'],
    ['# use-escaping: true', 'flutter'],
    ['arb-dir: lib/l10n', 'flutter'],
  ])('%j in l10n.yaml', async (settings, syntax) => {
    expect(await syntaxIn({ ...ARB, 'l10n.yaml': settings })).toBe(`arb: ${syntax}`)
  })

  test('the nearest l10n.yaml counts, also with a dragoman.json', async () => {
    const inPackage = Object.fromEntries(
      Object.entries(ARB).map(([path, text]) => [`apps/shop/${path}`, text]),
    )
    const settings = { 'apps/shop/l10n.yaml': 'use-escaping: true', 'l10n.yaml': 'use-escaping: false' }
    expect(await syntaxIn({ ...inPackage, ...settings })).toBe('arb: flutter-escaping')
    const others = { 'apps/shop/l10n.yaml': 'arb-dir: lib/l10n', 'l10n.yaml': 'use-escaping: true' }
    expect(await syntaxIn({ ...inPackage, ...others })).toBe('arb: flutter')
    const configured = JSON.stringify({
      sourceLanguage: 'en',
      files: [{ pattern: 'apps/shop/lib/l10n/app_{lng}.arb', format: 'arb' }],
    })
    expect(await syntaxIn({ ...inPackage, ...settings, 'dragoman.json': configured })).toBe(
      'arb: flutter-escaping',
    )
  })
})

const ICU = {
  'lang/en.json': '{"a":"{n, plural, one {# boat} other {# boats}}"}',
  'lang/de.json': '{"a":"{n, plural, one {# Boot} other {# Boote}}"}',
}

describe('ICU in JSON', () => {
  test.each([
    ['react-intl', 'formatjs'],
    ['next-intl', 'formatjs'],
    ['@formatjs/intl', 'formatjs'],
    ['svelte-i18n', 'icu'],
    ['ember-intl', 'icu'],
    ['@lingui/core', 'icu'],
  ])('%s', async (name, syntax) => {
    const packageFile = JSON.stringify({ dependencies: { [name]: '^1.0.0' } })
    expect(await syntaxIn({ ...ICU, 'package.json': packageFile })).toBe(`icu-json: ${syntax}`)
  })

  test('i18next-icu reads tags as text, although it needs FormatJS', async () => {
    const dependencies = { 'i18next-icu': '^2.0.0', 'intl-messageformat': '^10.0.0', i18next: '^25.0.0' }
    const packageFile = JSON.stringify({ dependencies })
    expect(await syntaxIn({ ...ICU, 'package.json': packageFile })).toMatch(/^(?:icu|i18next)-json: icu$/)
    const plain = { 'lang/en.json': '{"a":"Hi {name}"}', 'lang/de.json': '{"a":"Hallo {name}"}' }
    expect(await syntaxIn({ ...plain, 'package.json': packageFile })).toMatch(/^(?:icu|i18next)-json: icu$/)
  })

  test('without any program', async () => {
    expect(await syntaxIn(ICU)).toBe('icu-json: icu')
  })
})

test('YAML of Ember is ICU, of Symfony it has %name%, otherwise it is Ruby', async () => {
  const yaml = { 'translations/en.yaml': 'a:\n  b: Hello\n', 'translations/nl.yaml': 'a:\n  b: Hallo\n' }
  const ember = JSON.stringify({ devDependencies: { 'ember-intl': '^7.0.0' } })
  const symfony = JSON.stringify({ require: { 'symfony/translation': '^7.1' } })
  expect(await syntaxIn({ ...yaml, 'package.json': ember })).toBe('yaml: icu')
  expect(await syntaxIn({ ...yaml, 'composer.json': symfony })).toBe('yaml: mixed')
  expect(await syntaxIn(yaml)).toBe('yaml: ruby')
})

describe('properties', () => {
  const withSource = (source: string) =>
    syntaxIn({ 'messages.properties': source, 'messages_fr.properties': 'a=Bonjour {0}\n' })

  test.each([
    ['a=Hello {0}\n', 'java'],
    ["a=Can''t open {0}\nb=Don't\n", 'java'],
    ["a=Can't open {0}\nb=It''s {0}\n", 'java'],
    ["a=Can't open {0}\n", 'icu'],
    ["# can't {0}\na=Hello {0}\n", 'java'],
  ])('%j', async (source, syntax) => {
    expect(await withSource(source)).toBe(`java-properties: ${syntax}`)
  })
})

describe('texts show the syntax of files that no program names', () => {
  const yaml = (text: string) => `a:\n  b: ${JSON.stringify(text)}\n  c: Save\n`
  const php = (text: string) => `<?php\nreturn [\n    'a' => '${text}',\n    'c' => 'Save',\n];\n`
  const ini = (text: string) => `a = ${text}\nc = Save\n`
  const json5 = (text: string) => `{\n  // note\n  a: ${JSON.stringify(text)},\n}\n`
  const csv = (text: string) => `${JSON.stringify(text)},${JSON.stringify(text)}\nSave,Save\n`
  const toml = (text: string) => `a = ${JSON.stringify(text)}\nc = "Save"\n`
  const i18next = (text: string) => JSON.stringify({ a_one: 'Save {{it}}', a_other: text, b: text })
  const PATHS = new Map([
    [yaml, ['translations/messages.en.yml', 'translations/messages.de.yml']],
    [php, ['messages/en/app.php', 'messages/de/app.php']],
    [ini, ['Translations/en/messages.ini', 'Translations/de/messages.ini']],
    [json5, ['locales/en.json5', 'locales/de.json5']],
    [csv, ['i18n/en_US.csv', 'i18n/de_DE.csv']],
    [toml, ['i18n/en.toml', 'i18n/de.toml']],
    [i18next, ['locales/en/app.json', 'locales/de/app.json']],
  ])
  const syntaxOf = async (write: (text: string) => string, text: string) =>
    (await syntaxIn(Object.fromEntries((PATHS.get(write) ?? []).map((path) => [path, write(text)])))).replace(
      /^.*: /,
      '',
    )

  test.each([
    [yaml, 'Hello %name%', 'mixed'],
    [yaml, '{0} None|]0,Inf] %count% files', 'mixed'],
    [yaml, 'Hello {name}', 'mixed'],
    [yaml, '{n, plural, one {# file} other {# files}}', 'icu'],
    [yaml, 'Hello {{ .Name }}', 'go-template'],
    [yaml, 'Hello %{name}', 'ruby'],
    [yaml, 'Hello %{first}, {last} and %other%', 'ruby'],
    [yaml, '%d.%m.%Y', 'ruby'],
    [php, 'Page {page, number} of {total, number}', 'icu'],
    [php, 'Hello {name}', 'mixed'],
    [php, 'Hello %name%', 'mixed'],
    [php, 'Hello :name', 'laravel'],
    [php, '{0} None|{1} One|[2,*] Many', 'laravel'],
    [php, 'At 12:30 %s', 'laravel'],
    [ini, 'Hello %name%', 'mixed'],
    [ini, 'Hello %s, {name}', 'printf'],
    [ini, 'Order %1 of %2', 'kde'],
    [ini, '100% of it', 'printf'],
    [json5, 'Hello {name}', 'mixed'],
    [json5, '%d files', 'mixed'],
    [json5, 'Save {{name}}', 'plain'],
    [csv, 'Order %1 of %2', 'kde'],
    [csv, 'Page %1 of %L2', 'qt'],
    [csv, 'Hello %name%', 'mixed'],
    [csv, '%s has %d files', 'mixed'],
    [csv, 'Save 100% of it', 'plain'],
    [toml, 'Hello {{ .Name }}', 'go-template'],
    [toml, 'Hello %name%', 'mixed'],
    [i18next, 'Hello %s', 'printf'],
    [i18next, 'Hello %s, {{name}}', 'i18next'],
    [i18next, 'On %d.%m.%Y, 100% of it', 'i18next'],
  ] as [(text: string) => string, string, string][])('$1: $2', async (write, text, syntax) => {
    expect(await syntaxOf(write, text)).toBe(syntax)
  })

  test('the more frequent placeholders decide, in all files of the source language', async () => {
    const files = (texts: Readonly<Record<string, string>>) =>
      Object.fromEntries(
        Object.entries(texts).flatMap(([name, text]) => [
          [`translations/${name}.en.yml`, yaml(text)],
          [`translations/${name}.de.yml`, yaml('Text')],
        ]),
      )
    expect(await syntaxIn(files({ a: 'Save', b: 'Hello %name%' }))).toBe('yaml: mixed')
    expect(await syntaxIn(files({ a: 'Hi %{a}', b: 'Hi %{b}', c: 'Hi %name%' }))).toBe('yaml: ruby')
    expect(await syntaxIn(files({ a: 'Hi %{a}', b: 'Hi %other%', c: 'Hi %name%' }))).toBe('yaml: mixed')
  })

  test('keys that are the source texts count if the source language has no file', async () => {
    const file = "<?php\nreturn [\n    'Hello {name}' => 'Hallo',\n    'Save {file}' => 'Sichern',\n];\n"
    const languages = ['de', 'fr', 'pl', 'it', 'es', 'ru']
    expect(
      await syntaxIn(Object.fromEntries(languages.map((language) => [`messages/${language}/app.php`, file]))),
    ).toBe('php-array: mixed')
  })
})
