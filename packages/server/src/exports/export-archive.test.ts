import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { projectBySlug } from '@dragoman/store'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../test/test-server.ts'
import { exportArchive } from './export-archive.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-archive-'))
  server = await openTestServer()
  const params = { project: 'shop' }
  await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
  await server.call(api.languages.add, { params, body: { tag: 'de' } })
  for (const namespace of ['app', 'mail'])
    await server.call(api.keys.create, {
      params,
      body: { namespace, name: 'hello', plural: 'none', forms: { other: 'Hello' } },
    })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Writes an archive of four files. */
async function write(limits: { readonly files: number; readonly bytes: number }): Promise<Uint8Array> {
  const toFile = join(folder, 'archive.zip')
  const { store } = server.server.deps
  try {
    await store.read(async (r) => {
      const projectId = (await projectBySlug(r, 'shop'))?.id ?? 0
      const request = { projectId, format: 'i18next-json', toFile }
      await exportArchive({ r, report: () => undefined }, request, limits)
    })
    return await readFile(toFile)
  } finally {
    await rm(toFile, { force: true })
  }
}

test('an archive has as many files as allowed', async () => {
  const bytes = await write({ files: 4, bytes: 10_000 })
  expect(Object.keys(unzipSync(bytes))).toHaveLength(4)
})

test('an archive of more files than allowed is refused before it is created', async () => {
  await expect(write({ files: 3, bytes: 10_000 })).rejects.toMatchObject({
    code: 'too-large',
    params: { limitFiles: 3 },
  })
  expect(await readdir(folder)).toEqual([])
})

test('an archive of more bytes than allowed is refused', async () => {
  await expect(write({ files: 4, bytes: 10 })).rejects.toMatchObject({
    code: 'too-large',
    params: { limitBytes: 10 },
  })
})
