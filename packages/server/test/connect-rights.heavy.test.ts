import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { api, callRoute, type Failure } from '@dragoman/contract'
import { projectBySlug, putMembership } from '@dragoman/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allRoutes } from '../src/http/mount.ts'
import { peopleOf, type TestPerson } from './people.ts'
import { BOTH_DATABASES, openTestServer, type TestServer } from './test-server.ts'

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
  await writeFile(join(folder, `${basename(name)}.json`), '{"plan":"Secret plan"}\n')
  return join(root, name)
}

const connect = (call: TestServer['call'], folder: string, project = 'alpha') =>
  connectOn({ ...server, call }, folder, project)

async function connectOn({ server, call }: TestServer, folder: string, project = 'alpha') {
  try {
    const source = await call(api.sources.create, { params: { project }, body: { folder } })
    await server.deps.jobs.ended(source.job.id)
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
    expect(await readFile(join(root, 'secret', 'locales', 'en', 'secret.json'), 'utf8')).toContain(
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

describe.each(BOTH_DATABASES)('where a connected folder is on the server, on %s', (database) => {
  const project = 'alpha'
  const params = { project }
  let own: TestServer
  let folder = ''
  let someone: TestPerson
  let operation = 0

  beforeAll(async () => {
    const home = await makeFolder(`hidden-${database}/web`)
    own = await openTestServer({ database })
    await own.call(api.projects.create, { body: { slug: project, name: 'Alpha', sourceLanguage: 'en' } })
    folder = home
    expect(await connectOn(own, folder)).toBe('connected')
    const { store } = own.server.deps
    const alpha = await store.read((r) => projectBySlug(r, project))
    someone = await peopleOf(own).member('Mia', alpha?.id ?? 0, { role: 'manager' })
    const { operations } = await own.call(api.operations.list, { params, query: { limit: 10 } })
    operation = operations.find(({ summary }) => summary.origin === folder)?.id ?? 0
    expect(operation).toBeGreaterThan(0)
  })
  afterAll(() => own.close())

  test.each([
    ['manager', 'that is in step'],
    ['viewer', 'that is in step'],
    ['manager', 'that is gone'],
    ['viewer', 'that is gone'],
  ] as const)('is in no answer to a %s about a folder %s', async (role, state) => {
    if (state === 'that is gone') {
      await rm(folder, { recursive: true, force: true })
      const { sources } = await own.call(api.sources.list, { params })
      const at = { params: { project, source: sources[0]?.id ?? 0 } }
      expect(await own.fail(api.sources.sync, at)).toMatchObject({
        code: 'source-unreachable',
        params: { folder: 'web' },
      })
    }
    const { store } = own.server.deps
    const alpha = await store.read((r) => projectBySlug(r, project))
    const rights = { role, languages: null, namespaces: null }
    await store.write((w) => putMembership(w, { userId: someone.id, projectId: alpha?.id ?? 0 }, rights))
    const routes = allRoutes().filter(({ route: { method, path, file } }) => {
      const names = path.match(/:\w+/g) ?? []
      return method === 'GET' && file === undefined && names.every((name) => name === ':project')
    })
    const read: string[] = []
    for (const { area, name, route } of routes) {
      const answer = await someone.send(`/api${route.path.replace(':project', project)}?limit=50`)
      if (answer.ok) read.push(`${area}.${name}`)
      expect(await answer.text(), `${area}.${name}`).not.toContain(folder)
    }
    expect(read).toEqual(expect.arrayContaining(['operations.groups', 'projects.overview', 'sources.list']))
    const one = await someone.call(api.operations.get, { params: { project, operation } })
    expect(one.operation.summary.origin).toBe('web')
  })

  test('cannot be guessed by searching the audit log of the project', async () => {
    const find = async (call: TestServer['call'], q: string) => {
      const { entries } = await call(api.audit.ofProject, { params, query: { q, limit: 10 } })
      return entries.map(({ target }) => target)
    }
    const { store } = own.server.deps
    const alpha = await store.read((r) => projectBySlug(r, project))
    const rights = { role: 'manager', languages: null, namespaces: null } as const
    await store.write((w) => putMembership(w, { userId: someone.id, projectId: alpha?.id ?? 0 }, rights))
    for (const q of [folder, join(root, `hidden-${database}`), root.slice(0, 5)])
      expect(await find(someone.call, q), q).toEqual([])
    expect(await find(someone.call, 'WEB')).toEqual(['web'])
    expect(await find(own.call, folder)).toEqual([folder])
    const exported = await someone.send(
      `/api/projects/${project}/audit/export?format=csv&q=${encodeURIComponent(root)}`,
    )
    expect(await exported.text()).not.toContain('web')
  })
})

test('a token of an owner makes a project, but connects no folder and delivers to no one', async () => {
  const body = { name: 'CI', scopes: ['admin' as const], languages: null, days: 1 }
  const { secret } = await server.call(api.tokens.createOwn, { body })
  const send = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${secret}`)
    return fetch(`${server.server.origin}${path}`, { ...init, headers })
  }
  const call: TestServer['call'] = (route, parts) => callRoute(send, route, parts)
  const made = { slug: 'delta', name: 'Delta', sourceLanguage: 'en' }
  const refused = { code: 'not-allowed', params: { reason: 'token-scope' } }
  const folder = await makeFolder('of-token')
  await expect(call(api.projects.create, { body: { ...made, folder } })).rejects.toMatchObject(refused)
  await expect(call(api.projects.create, { body: { ...made, deliverPublic: true } })).rejects.toMatchObject(
    refused,
  )
  expect((await call(api.projects.create, { body: made })).slug).toBe('delta')
  expect(await connect(call, folder, 'delta')).toBe('not-allowed token-scope')
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
