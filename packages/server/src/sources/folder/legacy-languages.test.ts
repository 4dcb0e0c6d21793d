import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { afterEach, expect, test } from 'vitest'
import { type FolderProject, folderProject } from '../../../test/folder-project.ts'
import { eventually } from '../../../test/test-server.ts'

// Languages that are spelled by a program's own names stay in their files.

const CASE = new URL(
  '../../../../formats/test/fixtures/cases/05-resx-cultures/input/src/Properties/',
  import.meta.url,
).pathname
const FOLDER = 'src/Properties'
const NAMES = ['en-GB-x-abc.', 'fr-CA.', 'qps-loc.', 'qps-ploc.', '', 'sr-Cyrl-RS.', 'zh-CHS.', 'zh-CHT.']

let project: FolderProject | null = null
afterEach(async () => {
  await project?.test.close()
  project = null
})

async function open(): Promise<FolderProject> {
  const files = NAMES.map((name) => `Resources.${name}resx`)
  project = await folderProject(
    Object.fromEntries(files.map((file) => [`${FOLDER}/${file}`, readFileSync(join(CASE, file), 'utf8')])),
  )
  return project
}

async function save(
  { test: server, params, read }: FolderProject,
  language: string,
  path: string,
  text: string,
) {
  const { rows } = await server.call(api.translations.page, { params, query: { language, limit: 100 } })
  const row = rows.find(({ key }) => key.name === 'Kiln_Cool')
  if (row === undefined) throw new Error('No key Kiln_Cool')
  const before = await read(path)
  await server.call(api.translations.save, {
    params: { ...params, key: row.key.id, language },
    body: { forms: { other: text }, baseVersion: row.target.version },
  })
  return eventually(async () => {
    const now = await read(path)
    return now !== before && now
  })
}

test('texts of languages with names of .NET are written to their files, with their line ends', async () => {
  const of = await open()
  const { languages } = await of.test.call(api.projects.get, { params: of.params })
  expect(languages.map(({ tag }) => tag).toSorted()).toEqual(
    ['en', 'en-GB-x-abc', 'fr-CA', 'qps-Ploc', 'qps-loc', 'sr-Cyrl-RS', 'zh-Hans', 'zh-Hant'].toSorted(),
  )
  const chinese = await save(of, 'zh-Hant', `${FOLDER}/Resources.zh-CHT.resx`, '讓它冷卻')
  expect(chinese).toContain('<value>讓它冷卻</value>')
  expect(chinese.replaceAll('\r\n', '')).not.toContain('\n')
  const own = await save(of, 'en-GB-x-abc', `${FOLDER}/Resources.en-GB-x-abc.resx`, 'Let it rest')
  expect(own).toContain('<value>Let it rest</value>')
  expect(await readdir(join(of.locales, FOLDER))).toHaveLength(NAMES.length)
})

test.each(['zh-CHS', 'zh-Hans', 'zh-hans'])('adding %s makes no second file', async (tag) => {
  const of = await open()
  const { languages } = await of.test.call(api.languages.add, {
    params: of.params,
    body: { tag, allowUnknown: true },
  })
  expect(languages).toHaveLength(NAMES.length)
  expect(await readdir(join(of.locales, FOLDER))).toHaveLength(NAMES.length)
})
