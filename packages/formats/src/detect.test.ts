import { describe, expect, test } from 'vitest'
import { detectProjects } from './detect.ts'

function detect(...paths: readonly string[]) {
  return detectProjects(paths.map((path) => ({ path, bytes: 100 })))
}

function patterns(...paths: readonly string[]): readonly string[] {
  return detect(...paths).map((detection) => detection.pattern)
}

describe('detectProjects', () => {
  test.each([
    [['locales/en/app.json', 'locales/de/app.json'], 'locales/{lng}/{ns}.json'],
    [['en.json', 'de.json'], '{lng}.json'],
    [['en/translation.json'], '{lng}/{ns}.json'],
    [['i18n/app.en.json', 'i18n/app.de.json', 'i18n/mail.en.json'], 'i18n/{ns}.{lng}.json'],
    [['locales/en/a/b.json', 'locales/de/a/b.json'], 'locales/{lng}/{ns}.json'],
    [['locales/app/en.json', 'locales/lang/en.json', 'locales/deep/down/en.json'], 'locales/{ns}/{lng}.json'],
    [['app/en.json', 'lang/en.json', 'deep/down/en.json'], '{ns}/{lng}.json'],
    [['src/i18n/en-US/it.json', 'src/i18n/fr-FR/it.json', 'src/i18n/fr-FR/app.json'], 'src/i18n/{lng}/{ns}.json'],
  ])('%j is %s', (paths, pattern) => {
    expect(patterns(...paths)).toEqual([pattern])
  })

  test('nested namespaces keep their folders', () => {
    expect(detect('locales/en/a/b.json', 'locales/en/c.json')[0]?.files.map((file) => file.namespace)).toEqual(['a/b', 'c'])
  })

  test('two packages with locale folders are two projects, the larger first', () => {
    expect(patterns('a/locales/en.json', 'b/locales/en.json', 'b/locales/de.json')).toEqual([
      'b/locales/{lng}.json',
      'a/locales/{lng}.json',
    ])
  })

  test('two spellings of one language are not merged', () => {
    const best = detect('l/en/app.json', 'l/en-US/app.json', 'l/en_US/app.json', 'l/pt_BR/app.json', 'l/en_US/mail.json')[0]
    expect(best?.files.map((file) => file.path)).toEqual(['l/en/app.json', 'l/en_US/app.json', 'l/en_US/mail.json', 'l/pt_BR/app.json'])
    expect(best?.skipped).toEqual([{ path: 'l/en-US/app.json', reason: 'same-language-twice' }])
    expect(best?.files.map((file) => file.language)).toEqual(['en', 'en-US', 'en-US', 'pt-BR'])
  })

  test('says why a file among the locale files is left out', () => {
    const best = detect('en.json', 'de.json', 'percentages.json', 'package.json', 'tsconfig.build.json', 'README.md')[0]
    expect(best?.skipped).toEqual([
      { path: 'package.json', reason: 'other-tool-file' },
      { path: 'percentages.json', reason: 'no-language' },
      { path: 'tsconfig.build.json', reason: 'other-tool-file' },
    ])
  })

  test('a path that makes no usable namespace is left out', () => {
    expect(detect('l/en/app.json', 'l/en/my app.json')[0]?.skipped).toEqual([{ path: 'l/en/my app.json', reason: 'unusable-namespace' }])
  })

  test('copies and dependencies take no part', () => {
    expect(patterns('node_modules/x/locales/en.json', 'dist/locales/en.json', '.next/locales/en.json', 'a/build/en.json')).toEqual([])
  })

  test('a folder without locale files has none', () => {
    expect(detect()).toEqual([])
    expect(patterns('package.json', 'src/index.ts', 'data/is.json', 'config/app.json')).toEqual([])
  })

  test('the source language is English where there is some, else the one with most text', () => {
    const source = (...files: readonly (readonly [string, number])[]) =>
      detectProjects(files.map(([path, bytes]) => ({ path, bytes })))[0]?.sourceLanguage
    expect(source(['de.json', 900], ['en.json', 10])).toBe('en')
    expect(source(['de.json', 900], ['en-GB.json', 10], ['en-US.json', 20])).toBe('en-US')
    expect(source(['de.json', 10], ['fr.json', 20])).toBe('fr')
  })

  test('a repository of many files is looked through quickly', () => {
    const paths = Array.from({ length: 40_000 }, (_, i) => `packages/p${i % 400}/src/part${i % 37}/file${i}.json`)
    const started = performance.now()
    expect(patterns(...paths, 'locales/en/app.json', 'locales/de/app.json')).toEqual(['locales/{lng}/{ns}.json'])
    // A quadratic search takes minutes; the bound leaves room for a busy machine.
    expect(performance.now() - started).toBeLessThan(15_000)
  })
})
