import { api } from '@dragoman/contract'
import { afterEach, expect, test } from 'vitest'
import { type FolderProject, folderProject } from '../../../test/folder-project.ts'
import { eventually } from '../../../test/test-server.ts'

let project: FolderProject | null = null
afterEach(async () => {
  await project?.test.close()
  project = null
})

const rails = (...languages: readonly string[]) =>
  Object.fromEntries(
    languages.map((language) => [
      `config/locales/${language}.yml`,
      `${language}:\n  title: Text\n  hello: "%{name}"\n`,
    ]),
  )

async function leftOutOf({ test: server }: FolderProject, slug = 'shop') {
  const { leftOut } = await server.call(api.files.list, { params: { project: slug } })
  return leftOut.map(({ path, reason }) => [path, reason])
}

test('what looks like locale files and belongs to no pattern is left out, with the reason, until a project has it', async () => {
  const opened = await folderProject({
    ...rails('en', 'de', 'fr', 'pl', 'it', 'es', 'he', 'iw'),
    'config/locales/notes.yml': 'en: x\n',
    'config/legales/FR.yml': 'name: Texte\nother: "%{name}"\n',
    'engine/lang/de.yml': 'de:\n  a: Text\n',
    'deploy/no.yml': 'replicas: 2\n',
    'spec/fixtures/en.yml': 'en:\n  a: b\n',
    'Gemfile.yml': 'a: b\n',
    'web/lang/en.json': '{ "a": "Text" }\n',
  })
  project = opened
  const expected = [
    ['config/legales/FR.yml', 'other-place'],
    ['config/locales/iw.yml', 'same-language-twice'],
    ['config/locales/notes.yml', 'no-language'],
    ['engine/lang/de.yml', 'other-place'],
  ]
  await eventually(async () => (await leftOutOf(opened)).length === expected.length)
  expect(await leftOutOf(opened)).toEqual(expected)

  const { locales: folder, test: server, write } = opened
  const body = {
    slug: 'engine',
    name: 'Engine',
    sourceLanguage: 'de',
    folder,
    pattern: 'engine/lang/{lng}.yml',
    format: 'rails-yaml',
  }
  await server.call(api.projects.create, { body })
  await eventually(async () => !(await leftOutOf(opened)).some(([path]) => path === 'engine/lang/de.yml'))
  // FR.yml is named after a language that this project does not have.
  expect(await leftOutOf(opened, 'engine')).toEqual([])

  await write('old/locales/pl.yml', 'pl:\n  a: Tekst\n')
  const { sources } = await server.call(api.sources.list, { params: { project: 'shop' } })
  await server.call(api.sources.sync, { params: { project: 'shop', source: sources[0]?.id ?? 0 } })
  await eventually(async () => (await leftOutOf(opened)).some(([path]) => path === 'old/locales/pl.yml'))
})

test('files beyond the limit of the list are counted', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 307 }, (_, index) => [`old/part${index}/de.yml`, 'de:\n  a: Text\n']),
  )
  const opened = await folderProject({ ...rails('en', 'de'), ...many })
  project = opened
  const list = () => opened.test.call(api.files.list, { params: { project: 'shop' } })
  await eventually(async () => (await list()).leftOutMore > 0)
  const { leftOut, leftOutMore } = await list()
  expect([leftOut.length, leftOutMore]).toEqual([300, 7])
})
