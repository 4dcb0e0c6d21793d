import { describe, expect, test } from 'vitest'
import { detectProjects } from './detect.ts'
import { findGenerated } from './find-generated.ts'

type Files = Readonly<Record<string, string>>

const SCRIPT =
  'OC.L10N.register(\n    "deck",\n    {\n    "Save" : "Speichern"\n},\n"nplurals=2; plural=(n != 1);");\n'
const JSON_TWIN =
  '{ "translations": {\n    "Save" : "Speichern"\n},"pluralForm" :"nplurals=2; plural=(n != 1);"\n}'
const PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Save"\nmsgstr ""\n'

const contentOf = (files: Files) => ({
  head: async (path: string) => files[path] ?? '',
  bytes: async (path: string) => new TextEncoder().encode(files[path] ?? ''),
  size: async (path: string) => (files[path] ?? '').length,
})

const twins = (folder: string, script: string, text: string): Files =>
  Object.fromEntries(
    ['de', 'en_GB', 'fr'].flatMap((name) => [
      [`${folder}/${name}.js`, script],
      [`${folder}/${name}.json`, text],
    ]),
  )

describe('JSON files next to scripts with the same texts are generated', () => {
  test.each<[string, Files, readonly string[]]>([
    ['of Nextcloud', twins('l10n', SCRIPT, JSON_TWIN), ['l10n/de.json', 'l10n/en_GB.json', 'l10n/fr.json']],
    [
      'in one of two folders',
      { ...twins('a/l10n', SCRIPT, JSON_TWIN), ...twins('b', 'export default {}', '{ "a": "b" }') },
      ['a/l10n/de.json', 'a/l10n/en_GB.json', 'a/l10n/fr.json'],
    ],
    [
      'but not other files of the folder',
      { ...twins('l10n', SCRIPT, JSON_TWIN), 'l10n/settings.json': '{}' },
      ['l10n/de.json', 'l10n/en_GB.json', 'l10n/fr.json'],
    ],
    ['not with other texts', twins('l10n', SCRIPT, '{ "save": "Save" }'), []],
    ['not next to other scripts', twins('lang', 'export default { save: "Save" }', '{ "save": "Save" }'), []],
    ['not without scripts', { 'l10n/de.json': JSON_TWIN, 'l10n/en.json': JSON_TWIN }, []],
  ])('%s', async (_, files, expected) => {
    expect([...(await findGenerated(Object.keys(files), contentOf(files)))].sort()).toEqual(expected)
  })

  test('they are no project', async () => {
    const files = twins('l10n', SCRIPT, JSON_TWIN)
    expect(await detectProjects(Object.keys(files), contentOf(files))).toEqual([])
  })

  test('they are listed next to a project', async () => {
    const files: Files = {
      ...twins('l10n/old', SCRIPT, JSON_TWIN),
      'l10n/de.json': '{ "save": "Speichern" }',
      'l10n/en.json': '{ "save": "Save" }',
    }
    const [found, ...more] = await detectProjects(Object.keys(files), contentOf(files))
    expect(more).toEqual([])
    expect(found?.pattern).toBe('l10n/{lng}.json')
    expect(found?.skipped).toEqual(
      ['de', 'en_GB', 'fr'].map((name) => ({ path: `l10n/old/${name}.json`, reason: 'generated' })),
    )
  })

  test('translations that they are made from are found', async () => {
    const files: Files = {
      ...twins('l10n', SCRIPT, JSON_TWIN),
      'translationfiles/de/deck.po': PO,
      'translationfiles/fr/deck.po': PO,
      'translationfiles/templates/deck.pot': PO,
    }
    const found = await detectProjects(Object.keys(files), contentOf(files))
    expect(found.map(({ format }) => format)).toEqual(['gettext-po'])
  })
})
