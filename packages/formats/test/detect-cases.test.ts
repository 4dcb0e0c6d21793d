import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Detection, detectProjects } from '../src/index.ts'
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

const resx = (text: string) => `<root>\n  <data name="A" xml:space="preserve">\n    <value>${text}</value>\n  </data>\n</root>\n`

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
    ['de-DE-formal', { 'po/app-de_DE_formal.po': 'msgid "A"\nmsgstr "a"\n', 'po/app-fr.po': 'msgid "A"\nmsgstr "b"\n' }],
    ['sr-ijekavsk', { 'po/sr@ijekavian.po': 'msgid "A"\nmsgstr "a"\n', 'po/sr.po': 'msgid "A"\nmsgstr "b"\n' }],
    ['pt-PT-ao1990', { 'po/app-pt_PT_ao90.po': 'msgid "A"\nmsgstr "a"\n', 'po/app-pt_PT.po': 'msgid "A"\nmsgstr "b"\n' }],
    ['en-x-quot', { 'po/en@quot.po': 'msgid "A"\nmsgstr "a"\n', 'po/de.po': 'msgid "A"\nmsgstr "b"\n' }],
    ['x-pirate', { 'locales/x-pirate.json': '{ "a": "Arr" }', 'locales/en.json': '{ "a": "Yes" }' }],
  ] as [string, Files][])('%s is a language of the project', async (language, files) => {
    const [found, ...more] = await detect(files)
    expect(more).toEqual([])
    expect(found?.files.map((file) => file.language)).toContain(language)
    expect(found?.skipped).toEqual([])
  })

  test('folders and files with x- that are no languages make no project', async () => {
    expect(await projects({ 'x-pack/plugin/a.json': '{ "a": "b" }', 'src/app-x-ray.json': '{ "a": "b" }' })).toEqual([])
  })
})
