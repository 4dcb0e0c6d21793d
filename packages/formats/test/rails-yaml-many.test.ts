import { describe, expect, test } from 'vitest'
import { detectProjects } from '../src/index.ts'

// YAML of Rails with all languages in one file.

type Files = Readonly<Record<string, string>>

async function projects(files: Files) {
  const text = (path: string) => files[path] ?? ''
  const found = await detectProjects(Object.keys(files), {
    head: async (path) => text(path).slice(0, 200),
    bytes: async (path) => new TextEncoder().encode(text(path)),
    size: async (path) => new TextEncoder().encode(text(path)).length,
  })
  return found.map(({ format, pattern, sourceLanguage, files: own }) => [
    format,
    pattern,
    sourceLanguage,
    [...new Set(own.map(({ language }) => language))].toSorted().join(' '),
  ])
}

const root = (language: string, count: number) =>
  `${language}:\n${Array.from({ length: count }, (_, i) => `  key_${i}: Text ${i} of the program\n`).join('')}`

describe('files with several languages are found', () => {
  test.each<[string, Files, readonly (readonly string[])[]]>([
    [
      'whose first language is longer than their beginning',
      { 'config/locales/i18n.yml': `${root('en', 50)}${root('de', 50)}${root('pt-BR', 9)}` },
      [['rails-yaml-many', 'config/locales/i18n.yml', 'en', 'de en pt-BR']],
    ],
    [
      'with anchors and merges',
      { 'config/locales/i18n.yml': 'en: &en\n  a: A\n  b: B\nen-GB:\n  <<: *en\n  a: C\nde:\n  a: D\n' },
      [['rails-yaml-many', 'config/locales/i18n.yml', 'en', 'de en en-GB']],
    ],
    [
      'named for texts in any folder',
      { 'app/translations.yml': 'de:\n  a: A\nfr_CH:\n  a: B\n', Gemfile: "gem 'rails'\n" },
      [['rails-yaml-many', 'app/translations.yml', 'de', 'de fr-CH']],
    ],
    [
      'next to files of one language',
      {
        'config/locales/en.yml': 'en:\n  x: X\n',
        'config/locales/de.yml': 'de:\n  x: Y\n',
        'config/locales/views.yml': 'en:\n  a: A\nde:\n  a: B\n',
      },
      [
        ['rails-yaml', 'config/locales/{lng}.yml', 'en', 'de en'],
        ['rails-yaml-many', 'config/locales/views.yml', 'en', 'de en'],
      ],
    ],
    [
      'in several files',
      {
        'config/locales/mails.yml': 'en:\n  a: A\nde:\n  a: B\n',
        'config/locales/views.yml': 'en:\n  a: A\nde:\n  a: B\n',
      },
      [['rails-yaml-many', 'config/locales/{ns=mails,views}.yml', 'en', 'de en']],
    ],
  ])('%s', async (_, files, expected) => {
    expect(await projects(files)).toEqual(expected)
  })
})

describe('other YAML is not', () => {
  test.each<[string, Files]>([
    [
      'a list of languages',
      { 'config/locales.yml': 'en:\n  name: English\n  flag: us\nde:\n  name: German\n  flag: de\n' },
    ],
    ['names of languages', { 'config/languages.yml': 'en: English\nde: Deutsch\n' }],
    ['settings of a tool', { 'config/i18n.yml': 'base_locale: en\nlocales: [en, de]\n' }],
    ['one language', { 'config/locales/views.yml': 'en:\n  a: A\n' }],
    ['other keys', { 'i18n/settings.yml': 'production:\n  a: A\ndevelopment:\n  a: B\n' }],
    ['a folder without a telling name', { 'data/x.yml': 'en:\n  a: A\nde:\n  a: B\n' }],
  ])('%s', async (_, files) => {
    expect(await projects(files)).toEqual([])
  })
})
