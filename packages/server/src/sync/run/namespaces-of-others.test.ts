import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { listFiles, projectBySlug } from '@dragoman/store'
import { expect, test } from 'vitest'
import { folderProject } from '../../../test/folder-project.ts'
import { eventually } from '../../../test/test-server.ts'
import { wantedFile } from '../catalog-change.ts'
import { namespacesOfOthers } from './namespaces-of-others.ts'

test('a new namespace gets its files in the first source that has a place for it, and in no other', async () => {
  const { test: server, params, locales, read } = await folderProject({ 'en/common.json': '{ "a": "A" }' })
  try {
    const folder = join(server.folder, 'second')
    await mkdir(join(folder, 'en'), { recursive: true })
    await writeFile(join(folder, 'en/other.json'), '{ "a": "A" }')
    const { job } = await server.call(api.sources.create, { params, body: { folder } })
    await server.server.deps.jobs.ended(job.id)
    const { store } = server.server.deps
    const projectId = (await store.read((r) => projectBySlug(r, params.project)))?.id ?? 0
    const { sources } = await server.call(api.sources.list, { params })
    const changes = [wantedFile({ language: 'en', namespace: 'fresh' })]
    const left = sources.map(({ id: sourceId }) =>
      store.read(async (r) => {
        const rows = await listFiles(r, { sourceId })
        return (await namespacesOfOthers(r, { projectId, sourceId, rows, changes })).has('fresh')
      }),
    )
    expect(await Promise.all(left)).toEqual([false, true])
    const key = { namespace: 'fresh', name: 'hello', plural: 'none', forms: { other: 'Hello' } } as const
    await server.call(api.keys.create, { params, body: key })
    await eventually(() => read('en/fresh.json').catch(() => null))
    await server.call(api.sources.sync, { params: { ...params, source: sources[1]?.id ?? 0 } })
    expect(await readdir(join(folder, 'en'))).toEqual(['other.json'])
    expect((await readdir(join(locales, 'en'))).sort()).toEqual(['common.json', 'fresh.json'])
  } finally {
    await server.close()
  }
})
