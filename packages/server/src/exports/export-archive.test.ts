import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { projectBySlug } from '@dragoman/store'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endOfJob, uploadFiles } from '../../test/import-client.ts'
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
async function write(
  limits: { readonly files: number; readonly bytes: number },
  format = 'i18next-json',
): Promise<Uint8Array> {
  const toFile = join(folder, 'archive.zip')
  const { store } = server.server.deps
  try {
    await store.read(async (r) => {
      const projectId = (await projectBySlug(r, 'shop'))?.id ?? 0
      const request = { projectId, format, toFile }
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

describe('all languages are in an archive', () => {
  beforeAll(async () => {
    const params = { project: 'shop' }
    await server.call(api.languages.add, { params, body: { tag: 'fr' } })
    for (const [language, text] of Object.entries({ de: 'Hallo', fr: 'Bonjour' })) {
      const { rows } = await server.call(api.translations.page, { params, query: { language, limit: 9 } })
      for (const { key, target } of rows)
        await server.call(api.translations.save, {
          params: { ...params, key: key.id, language },
          body: { forms: { other: text }, baseVersion: target.version },
        })
    }
  })

  async function filesOf(format: string, files = 100) {
    const parts = Object.entries(unzipSync(await write({ files, bytes: 100_000 }, format)))
    return Object.fromEntries(parts.map(([path, bytes]) => [path, strFromU8(bytes)]))
  }

  test('of a format whose files do not name them: in a file for each', async () => {
    const texts = Object.entries({ de: 'Hallo', en: 'Hello', fr: 'Bonjour' })
    expect(await filesOf('toml')).toEqual(
      Object.fromEntries(
        ['app', 'mail'].flatMap((name) =>
          texts.map(([tag, text]) => [`${tag}/${name}.${tag}.toml`, `hello = "${text}"\n`]),
        ),
      ),
    )
    await expect(filesOf('toml', 5)).rejects.toMatchObject({ code: 'too-large' })
  })

  test('in one file', async () => {
    const yaml = 'en:\n  hello: Hello\nde:\n  hello: Hallo\nfr:\n  hello: Bonjour\n'
    expect(await filesOf('rails-yaml-many')).toEqual({ 'app.yml': yaml, 'mail.yml': yaml })
    const table = 'key,en,de,fr\nhello,Hello,Hallo,Bonjour\n'
    expect(await filesOf('csv')).toEqual({ 'app.csv': table, 'mail.csv': table })
  })

  test('next to an imported file of one of them', async () => {
    const file = '# Orders\npay = "Pay"\n'
    const upload = await uploadFiles(server, 'shop', {
      'en/orders.toml': file,
      'de/orders.toml': 'pay = "Zahlen"\n',
    })
    await endOfJob(server, 'shop', (await upload.start()).id)
    expect(await filesOf('toml')).toMatchObject({
      'en/orders.en.toml': file,
      'de/orders.de.toml': 'pay = "Zahlen"\n',
      'fr/orders.fr.toml': '',
      'fr/app.fr.toml': 'hello = "Bonjour"\n',
    })
  })
})
