import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, type Failure } from '@dragoman/contract'
import { projectBySlug } from '@dragoman/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { peopleOf, type TestPerson } from './people.ts'
import { openTestServer, type TestServer } from './test-server.ts'

let server: TestServer
let developer: TestPerson
let root = ''

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-connect-'))
  server = await openTestServer({ config: { folders: [join(root, 'allowed')] } })
  for (const slug of ['alpha', 'beta'])
    await server.call(api.projects.create, { body: { slug, name: slug, sourceLanguage: 'en' } })
  const alpha = await server.server.deps.store.read((r) => projectBySlug(r, 'alpha'))
  developer = await peopleOf(server).member('Dev', alpha?.id ?? 0, { role: 'developer' })
  for (const name of ['secret', 'allowed/app']) await makeFolder(name)
})
afterAll(async () => {
  await server.close()
  await rm(root, { recursive: true, force: true })
})

async function makeFolder(name: string): Promise<string> {
  const folder = join(root, name, 'locales', 'en')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'common.json'), '{"plan":"Secret plan"}\n')
  return join(root, name)
}

async function connect(call: TestServer['call'], folder: string, project = 'alpha') {
  try {
    const source = await call(api.sources.create, { params: { project }, body: { folder } })
    await server.server.deps.jobs.ended(source.job.id)
    return 'connected'
  } catch (error) {
    const { code, params } = error as Failure
    return `${code} ${params.reason ?? ''}`
  }
}

describe('a developer', () => {
  test('connects no folder of the server, whether it is there or not', async () => {
    const answers = [join(root, 'secret'), join(root, 'no-such'), '/etc', `${root}/allowed/../secret`]
    for (const folder of answers) expect(await connect(developer.call, folder)).toBe('not-allowed owner-only')
    expect(await readFile(join(root, 'secret', 'locales', 'en', 'common.json'), 'utf8')).toContain(
      'Secret plan',
    )
  })

  test('connects none by a link in a folder of the operator', async () => {
    await symlink(join(root, 'secret'), join(root, 'allowed', 'link'))
    expect(await connect(developer.call, join(root, 'allowed', 'link'))).toBe('not-allowed owner-only')
  })

  test('connects a folder below those that the operator lists, and sees only its name', async () => {
    expect(await connect(developer.call, join(root, 'allowed', 'app'))).toBe('connected')
    const params = { project: 'alpha' }
    const { sources } = await developer.call(api.sources.list, { params })
    expect(sources.map(({ folder }) => folder)).toEqual(['app'])
    expect((await server.call(api.sources.list, { params })).sources[0]?.folder).toMatch(/\/allowed\/app$/)
  })
})

describe('an owner', () => {
  test('connects no folder that contains, or is in, a connected one', async () => {
    await makeFolder('allowed/app/packages/inner')
    for (const folder of [join(root, 'allowed'), join(root, 'allowed', 'app', 'packages', 'inner')])
      expect(await connect(server.call, folder, 'beta')).toBe('unusable-folder connected-folder')
  })

  test('connects no folder that contains, or is in, the data folder', async () => {
    const inData = join(server.folder, 'data', 'mine', 'locales', 'en')
    await mkdir(inData, { recursive: true })
    await writeFile(join(inData, 'common.json'), '{"a":"A"}\n')
    for (const folder of [server.folder, join(server.folder, 'data', 'mine')])
      expect(await connect(server.call, folder, 'beta')).toBe('unusable-folder data-folder')
    const body = { slug: 'gamma', name: 'Gamma', sourceLanguage: 'en', folder: server.folder }
    expect((await server.fail(api.projects.create, { body })).params.reason).toBe('data-folder')
  })

  test('connects any other folder', async () => {
    expect(await connect(server.call, join(root, 'secret'), 'beta')).toBe('connected')
  })
})
