import { api } from '@dragoman/contract'
import {
  deleteProject,
  type KeyRow,
  type LanguageRow,
  type ProjectRow,
  projectBySlug,
  updateProject,
} from '@dragoman/store'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { BOTH_DATABASES, openTestServer, type TestServer } from '../../test/test-server.ts'
import { guardWrites } from './guard-writes.ts'
import { openScope, type ProjectOf, type Scope } from './scope.ts'

test('the path of a route decides which rows its handler gets', () => {
  expectTypeOf<Scope<'/projects/:project/keys/:key/translations/:language'>>().toEqualTypeOf<{
    readonly project: ProjectRow
    readonly language: LanguageRow
    readonly key: KeyRow
  }>()
  expectTypeOf<Scope<'/projects/:project/tokens/:token'>>().toEqualTypeOf<{ readonly project: ProjectRow }>()
  expectTypeOf<keyof Scope<'/groups/:key'>>().toEqualTypeOf<never>()
  expectTypeOf<ProjectOf<'/projects/:project'>>().toEqualTypeOf<ProjectRow>()
  expectTypeOf<ProjectOf<'/projects'>>().toEqualTypeOf<null>()
  expect(api.keys.get.path satisfies '/projects/:project/keys/:key').toBe('/projects/:project/keys/:key')
})

describe.each(BOTH_DATABASES)('the rows that a URL names, on %s', (database) => {
  let server: TestServer
  let made = 0
  beforeAll(async () => {
    server = await openTestServer({ database })
  })
  afterAll(() => server.close())

  /** Opens the scope of a call that names a new key of a new project. */
  async function scopeOfNewKey() {
    const { store } = server.server.deps
    const slug = `shop-${++made}`
    await server.call(api.projects.create, { body: { slug, name: `Shop ${made}`, sourceLanguage: 'en' } })
    const body = { namespace: 'app', name: 'hello', plural: 'none' as const, forms: { other: 'Hello' } }
    const { key } = await server.call(api.keys.create, { params: { project: slug }, body })
    const project = await store.read((r) => projectBySlug(r, slug))
    const standing = { actor: null, provedAt: null }
    const guarded = guardWrites(store, standing, { read: async () => standing, hold: async () => {} })
    const params = { project: slug, key: String(key.id), language: 'en' }
    const scope = openScope(store, { project, params, guarded })
    return { scope, store, slug, keyId: key.id, id: project?.id ?? 0 }
  }

  test('are read in the transaction that writes', async () => {
    const { scope, slug, keyId } = await scopeOfNewKey()
    for (const write of [scope.write, scope.writeLocked])
      await write(async (_, rows) =>
        expect(rows).toMatchObject({ project: { slug }, language: { tag: 'en' }, key: { id: keyId } }),
      )
  })

  test('are gone if the key was deleted since the check', async () => {
    const { scope, slug, keyId } = await scopeOfNewKey()
    await server.call(api.keys.remove, { params: { project: slug, key: keyId } })
    for (const run of [scope.read, scope.write])
      await expect(run(async () => 'done')).rejects.toMatchObject({ code: 'gone', params: { keyId } })
  })

  test('are not found by a write if the project was deleted since the check', async () => {
    const { scope, store, id } = await scopeOfNewKey()
    await store.write((w) => deleteProject(w, id))
    for (const write of [scope.write, scope.writeLocked])
      await expect(write(async () => 'done')).rejects.toMatchObject({
        code: 'not-found',
        params: { what: 'project' },
      })
  })

  test('are found by id, whatever name the project got since the check', async () => {
    const { scope, store, id } = await scopeOfNewKey()
    await store.write((w) => updateProject(w, id, { slug: `new-name-${id}` }))
    await scope.write(async (_, rows) => expect(rows).toMatchObject({ project: { slug: `new-name-${id}` } }))
  })

  test('are read again after a write of the same call', async () => {
    const { scope, id } = await scopeOfNewKey()
    await scope.write((w) => updateProject(w, id, { name: `Renamed ${id}` }))
    await scope.read(async (_, rows) => expect(rows).toMatchObject({ project: { name: `Renamed ${id}` } }))
  })
})
