import { describe, expect, test } from 'vitest'
import { detectProjects } from './detect.ts'

type Files = Readonly<Record<string, string>>
const JSON_TEXT = '{ "a": "b" }'

function detectIn(files: Files, sourceLanguage?: string) {
  const text = (path: string) => files[path] ?? ''
  const content = {
    head: async (path: string) => text(path).slice(0, 4000),
    bytes: async (path: string) => new TextEncoder().encode(text(path)),
    size: async (path: string) => text(path).length,
  }
  return detectProjects(Object.keys(files), content, { sourceLanguage })
}

function detect(...paths: readonly string[]) {
  return detectIn(Object.fromEntries(paths.map((path) => [path, JSON_TEXT])))
}

async function patterns(...paths: readonly string[]): Promise<readonly string[]> {
  return (await detect(...paths)).map((detection) => detection.pattern)
}

describe('detectProjects by paths', () => {
  test.each([
    [['locales/en/app.json', 'locales/de/app.json'], 'locales/{lng}/{ns}.json'],
    [['en.json', 'de.json'], '{lng}.json'],
    [['en/translation.json'], '{lng}/{ns}.json'],
    [['i18n/app.en.json', 'i18n/app.de.json', 'i18n/mail.en.json'], 'i18n/{ns}.{lng}.json'],
    [['locales/en/a/b.json', 'locales/de/a/b.json'], 'locales/{lng}/{ns}.json'],
    [['locales/app/en.json', 'locales/lang/en.json', 'locales/deep/down/en.json'], 'locales/{ns}/{lng}.json'],
    [['app/en.json', 'lang/en.json', 'deep/down/en.json'], '{ns}/{lng}.json'],
    [
      ['src/i18n/en-US/it.json', 'src/i18n/fr-FR/it.json', 'src/i18n/fr-FR/app.json'],
      'src/i18n/{lng}/{ns}.json',
    ],
  ])('%j is %s', async (paths, pattern) => {
    expect(await patterns(...paths)).toEqual([pattern])
  })

  test('nested namespaces keep their folders', async () => {
    expect(
      (await detect('locales/en/a/b.json', 'locales/en/c.json'))[0]?.files.map((file) => file.namespace),
    ).toEqual(['a/b', 'c'])
  })

  test('two packages with locale folders are two projects, the larger first', async () => {
    expect(await patterns('a/locales/en.json', 'b/locales/en.json', 'b/locales/de.json')).toEqual([
      'b/locales/{lng}.json',
      'a/locales/{lng}.json',
    ])
  })

  test('two spellings of one language are not merged', async () => {
    const best = (
      await detect(
        'l/en/app.json',
        'l/en-US/app.json',
        'l/en_US/app.json',
        'l/pt_BR/app.json',
        'l/en_US/mail.json',
      )
    )[0]
    expect(best?.files.map((file) => file.path)).toEqual([
      'l/en/app.json',
      'l/en_US/app.json',
      'l/en_US/mail.json',
      'l/pt_BR/app.json',
    ])
    expect(best?.skipped).toEqual([{ path: 'l/en-US/app.json', reason: 'same-language-twice' }])
    expect(best?.files.map((file) => file.language)).toEqual(['en', 'en-US', 'en-US', 'pt-BR'])
  })

  test('reports why a file among the locale files is left out', async () => {
    const best = (
      await detect(
        'en.json',
        'de.json',
        'percentages.json',
        'package.json',
        'tsconfig.build.json',
        'README.md',
      )
    )[0]
    expect(best?.skipped).toEqual([
      { path: 'package.json', reason: 'other-tool-file' },
      { path: 'percentages.json', reason: 'no-language' },
      { path: 'tsconfig.build.json', reason: 'other-tool-file' },
    ])
  })

  test('notes for translators of translatewiki.net and reports of slang are no languages', async () => {
    const best = (await detect('l/en.json', 'l/de.json', 'l/qqq.json', 'l/_missing_translations_de.json'))[0]
    expect(best?.files.map(({ path }) => path)).toEqual(['l/de.json', 'l/en.json'])
    expect(best?.skipped).toEqual([
      { path: 'l/_missing_translations_de.json', reason: 'other-tool-file' },
      { path: 'l/qqq.json', reason: 'no-language' },
    ])
  })

  test('a path without a usable namespace is left out', async () => {
    expect((await detect('l/en/app.json', 'l/en/my app.json'))[0]?.skipped).toEqual([
      { path: 'l/en/my app.json', reason: 'unusable-namespace' },
    ])
  })

  test('copies and dependencies are ignored', async () => {
    expect(
      await patterns(
        'node_modules/x/locales/en.json',
        'dist/locales/en.json',
        '.next/locales/en.json',
        'a/build/en.json',
      ),
    ).toEqual([])
  })

  test('a folder without locale files has no detection', async () => {
    expect(await detect()).toEqual([])
    expect(await patterns('package.json', 'src/index.ts', 'data/is.json', 'config/app.json')).toEqual([])
  })

  test('the source language is English if it exists, otherwise the one with the most text', async () => {
    const source = async (...files: readonly (readonly [string, number])[]) =>
      (
        await detectIn(
          Object.fromEntries(
            files.map(([path, length]) => [path, JSON.stringify({ a: 'b'.repeat(length) })]),
          ),
        )
      )[0]?.sourceLanguage
    expect(await source(['de.json', 900], ['en.json', 10])).toBe('en')
    expect(await source(['de.json', 900], ['en-GB.json', 10], ['en-US.json', 20])).toBe('en-US')
    expect(await source(['de.json', 10], ['fr.json', 20])).toBe('fr')
  })

  // `npm run bench -- hostile` measures how the cost of a search grows.
  test('locale files are found among many other files, of which few are opened', async () => {
    const paths = Array.from(
      { length: 4000 },
      (_, i) => `packages/p${i % 400}/src/part${i % 37}/file${i}.json`,
    )
    const opened: string[] = []
    const open = (path: string) => {
      opened.push(path)
      return JSON_TEXT
    }
    const content = {
      head: async (path: string) => open(path),
      bytes: async (path: string) => new TextEncoder().encode(open(path)),
      size: async () => JSON_TEXT.length,
    }
    const found = await detectProjects([...paths, 'locales/en/app.json', 'locales/de/app.json'], content)
    expect(found.map(({ pattern }) => pattern)).toEqual(['locales/{lng}/{ns}.json'])
    expect(opened.length).toBeLessThan(50)
  })
})
