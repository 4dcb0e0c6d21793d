import { api } from '@dragoman/contract'
import { afterEach, expect, test } from 'vitest'
import { type FolderProject, folderProject } from './folder-project.ts'

let project: FolderProject
afterEach(() => project.test.close())

const po = (language: string, rule: string, forms: readonly string[]) =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: ${language}\\n"\n` +
  `"Plural-Forms: ${rule};\\n"\n\nmsgid "%d file"\nmsgid_plural "%d files"\n` +
  forms.map((text, index) => `msgstr[${index}] "${text}"\n`).join('')

test('gaps are filled with the forms of the fallback language, also if its file numbers them', async () => {
  project = await folderProject({
    'po/en.po': po('en', 'nplurals=2; plural=(n != 1)', ['%d file', '%d files']),
    'po/tr.po': po('tr', 'nplurals=1; plural=0', ['%d dosya']),
    'po/az.po': po('az', 'nplurals=2; plural=(n != 1)', ['', '']),
    'po/he.po': po('he', 'nplurals=2; plural=(n != 1)', ['קובץ', '%d קבצים']),
    'po/ar.po': po('ar', 'nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : 5)', ['', '', '', '', '', '']),
  })
  const { test: server, params } = project
  for (const [language, fallback] of [
    ['az', 'tr'],
    ['ar', 'he'],
  ] as const)
    await server.call(api.languages.update, { params: { ...params, language }, body: { fallback } })
  await server.call(api.projects.update, { params, body: { settings: { deliverFallback: true } } })
  const { namespaces } = await server.call(api.projects.get, { params })
  const load = async (language: string, channel = 'live') => {
    const path = `/d/shop/${channel}/locales/${language}/${namespaces[0]?.name ?? ''}.json`
    return Object.values(JSON.parse(await (await server.request(path)).text()))
  }
  expect(await load('az')).toEqual(['%d dosya', '%d dosya'])
  expect(await load('ar')).toEqual(['%d קבצים', 'קובץ', '%d קבצים', '%d קבצים', '%d קבצים', '%d קבצים'])
})
