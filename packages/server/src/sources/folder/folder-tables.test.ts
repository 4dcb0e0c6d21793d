import { api } from '@dragoman/contract'
import { afterEach, expect, test } from 'vitest'
import { type FolderProject, folderProject } from '../../../test/folder-project.ts'
import { eventually } from '../../../test/test-server.ts'

// Tables and other files that are recognized by their content, opened as they are, with one text edited.

let project: FolderProject | null = null
afterEach(async () => {
  await project?.test.close()
  project = null
})

async function textsIn(
  { test: server, params }: FolderProject,
  language: string,
): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await server.call(api.translations.page, { params, query: { language, limit: 100 } })
  return Object.fromEntries(
    rows.map((row) => [row.key.name, [row.source.forms.other, row.target.forms.other]]),
  )
}

async function edit(
  of: FolderProject,
  at: { readonly language: string; readonly name: string; readonly path: string },
  text: string,
) {
  const { test: server, params, read } = of
  const before = await read(at.path)
  const { rows } = await server.call(api.translations.page, {
    params,
    query: { language: at.language, limit: 100 },
  })
  const row = rows.find(({ key }) => key.name === at.name)
  if (row === undefined) throw new Error(`No key ${at.name}`)
  const body = { forms: { other: text }, baseVersion: row.target.version }
  await server.call(api.translations.save, {
    params: { ...params, key: row.key.id, language: at.language },
    body,
  })
  return eventually(async () => {
    const now = await read(at.path)
    return now !== before && now
  })
}

test('a table with languages among other columns keeps all but the text that was edited', async () => {
  const table =
    '\ufeffkey,context,en,de,owner,comment\r\nsave,"Button, main",Save,Sichern,Ann,for  all\r\nclose,,Close,,Bo,\r\n'
  project = await folderProject({ 'translations.csv': table })
  expect(await textsIn(project, 'de')).toEqual({ save: ['Save', 'Sichern'], close: ['Close', undefined] })
  const after = await edit(project, { language: 'de', name: 'close', path: 'translations.csv' }, 'Zu, bitte')
  expect(after).toBe(table.replace('Close,,', 'Close,"Zu, bitte",'))
})

test.each([
  ['without heads', ''],
  ['with heads', 'source,target\n'],
])('de_DE.csv %s has the texts to translate next to its own', async (_, head) => {
  const table = `${head}"Save ","Sichern"\nClose it,Zumachen\n"Hello, %1","Hallo, %1"\n`
  project = await folderProject({ 'de_DE.csv': table })
  expect(await textsIn(project, 'de-DE')).toEqual({
    'Save ': ['Save ', 'Sichern'],
    'Close it': ['Close it', 'Zumachen'],
    'Hello, %1': ['Hello, %1', 'Hallo, %1'],
  })
  expect(await edit(project, { language: 'de-DE', name: 'Close it', path: 'de_DE.csv' }, 'Schließen')).toBe(
    table.replace('Zumachen', 'Schließen'),
  )
})

test('INI named .txt is read and edited as INI', async () => {
  const ini = '; Menu\r\n[menu]\r\nfile = File\r\nopen="Open…"\r\n'
  project = await folderProject({ 'lang/en.txt': ini, 'lang/de.txt': ini, 'lang/readme.txt': 'Ask Ann.\n' })
  expect(await edit(project, { language: 'de', name: 'menu.file', path: 'lang/de.txt' }, 'Datei')).toBe(
    ini.replace('File', 'Datei'),
  )
  expect(await project.read('lang/en.txt')).toBe(ini)
})
