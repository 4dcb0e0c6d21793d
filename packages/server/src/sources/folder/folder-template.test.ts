import { api } from '@dragoman/contract'
import { afterEach, expect, test } from 'vitest'
import { type FolderProject, folderProject } from '../../../test/folder-project.ts'
import { eventually } from '../../../test/test-server.ts'
import { fixedParts } from './fixed-part.ts'

let project: FolderProject | null = null
afterEach(async () => {
  await project?.test.close()
  project = null
})

test('a template in another folder has the texts to translate, and is watched there', async () => {
  const pot = 'msgid ""\nmsgstr ""\n\nmsgid "Save"\nmsgstr ""\n'
  const de = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n\nmsgid "Save"\nmsgstr "Sichern"\n'
  project = await folderProject({ 'po/de.po': de, 'pot/app.pot': pot })
  const { test: server, params, write, row } = project
  const { sources } = await server.call(api.sources.list, { params })
  expect(sources.map(({ pattern }) => pattern)).toEqual(['po/{lng}.po|pot/app.pot'])
  const { files } = await server.call(api.files.list, { params })
  expect(files.map(({ path, language }) => [path, language]).sort()).toEqual([
    ['po/de.po', 'de'],
    ['pot/app.pot', 'en'],
  ])
  expect((await row('Save', 'de'))?.source.forms.other).toBe('Save')
  await write('pot/app.pot', `${pot}\nmsgid "Close"\nmsgstr ""\n`)
  await eventually(async () => (await row('Close', 'de'))?.source.forms.other === 'Close')
})

test('all folders of a pattern, none of them inside another', () => {
  expect(fixedParts('a/po/{lng}.po|a/po/app.pot')).toEqual(['a/po'])
  expect(fixedParts('a/po/{lng}.po|a/pot/app.pot')).toEqual(['a/po', 'a/pot'])
  expect(fixedParts('a/po/{lng}.po|a/app.pot')).toEqual(['a'])
  expect(fixedParts('a/{lng}/{ns}.po|a/templates/{ns}.pot')).toEqual(['a'])
  expect(fixedParts('{lng}.po|pot/app.pot')).toEqual([''])
})
