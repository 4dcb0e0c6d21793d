import { describe, expect, test } from 'vitest'
import { detectProjects } from './detect.ts'

function detectIn(files: Readonly<Record<string, string>>) {
  const text = (path: string) => files[path] ?? ''
  return detectProjects(Object.keys(files), {
    head: async (path) => text(path).slice(0, 4000),
    bytes: async (path) => new TextEncoder().encode(text(path)),
    size: async (path) => text(path).length,
  })
}

const rails = (...languages: readonly string[]) =>
  Object.fromEntries(
    languages.map((language) => [
      `config/locales/${language}.yml`,
      `${language}:\n  title: Text\n  hello: "%{name}"\n`,
    ]),
  )

describe('languages by their names', () => {
  test('deprecated codes do not affect files of their successors', async () => {
    const [found] = await detectIn(rails('en', 'mo', 'ro', 'sh', 'sr-Latn', 'de'))
    expect(
      found?.files.map(({ path, language }) => [path.slice('config/locales/'.length), language]),
    ).toEqual([
      ['de.yml', 'de'],
      ['en.yml', 'en'],
      ['mo.yml', 'mo'],
      ['ro.yml', 'ro'],
      ['sh.yml', 'sh'],
      ['sr-Latn.yml', 'sr-Latn'],
    ])
    expect(found?.skipped).toEqual([])
  })

  test('the exact name wins over another spelling', async () => {
    const [found] = await detectIn(rails('en', 'he', 'iw'))
    expect(found?.files.find(({ language }) => language === 'he')?.path).toBe('config/locales/he.yml')
    expect(found?.skipped).toEqual([{ path: 'config/locales/iw.yml', reason: 'same-language-twice' }])
  })

  test('languages of ISO 639-3 and private spellings are recognized', async () => {
    const [found] = await detectIn(rails('en', 'fur', 'gcf', 'skr-arab'))
    expect(found?.files.map(({ language }) => language)).toEqual(['en', 'fur', 'gcf', 'skr-Arab'])
  })
})

describe('a single unusual file does not decide the result', () => {
  test('a bar in one text does not exclude files from a project of ICU messages', async () => {
    const message = '"count": "{count, plural, one {# file} other {# files}}"'
    const files = {
      'lang/en.json': `{ ${message}, "nav": "Debugging | Getting started", "hello": "Hello {name}" }`,
      'lang/de.json': `{ ${message} }`,
      'lang/fr.json': '{ "nav": "Débogage | Commencer", "hello": "Salut {name}" }',
    }
    const [found] = await detectIn(files)
    expect(found?.format).toBe('icu-json')
    expect(found?.files).toHaveLength(3)
    expect(found?.skipped).toEqual([])
  })

  test('the pattern is the narrowest that contains nearly all files', async () => {
    const files = {
      ...rails('en', 'de', 'fr', 'pl', 'it', 'es'),
      'config/legales/FR.yml': 'name: Texte\nother: "%{name}"\n',
    }
    const [found] = await detectIn(files)
    expect(found?.pattern).toBe('config/locales/{lng}.yml')
    expect(found?.files).toHaveLength(6)
  })
})

test('a regional English is the source if English is stated and only that exists', async () => {
  const files = { 'locales/en-AU.json': '{ "a": "b" }', 'locales/de.json': '{ "a": "b, and longer" }' }
  expect((await detectIn(files))[0]?.sourceLanguage).toBe('en-AU')
})
