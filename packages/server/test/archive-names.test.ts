import { api } from '@dragoman/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { unflaggedZip } from '../../formats/test/unflagged-zip.ts'
import { uploadFiles } from './import-client.ts'
import { DATABASES, openTestServer, type TestServer } from './test-server.ts'

const project = 'shop'
const params = { project }
const [composed, decomposed] = ['übersicht', 'u\u0308bersicht']
const FILES = { [`en/${decomposed}.json`]: '{ "a": "A" }' }

describe.each(DATABASES)('names of files with accents · %s', (database) => {
  let server: TestServer
  beforeEach(async () => {
    server = await openTestServer({ database })
    await server.call(api.projects.create, { body: { slug: project, name: 'Shop', sourceLanguage: 'en' } })
  })
  afterEach(() => server.close())

  const addKey = (namespace: string) =>
    server.call(api.keys.create, {
      params,
      body: { namespace, name: 'b', plural: 'none', forms: { other: 'B' } },
    })
  async function planned(files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>) {
    const { parts } = await (await uploadFiles(server, project, files)).plan()
    return parts.map(({ path, namespace }) => [path, namespace])
  }

  test('are read from an archive of macOS as they are typed', async () => {
    expect(await planned({ 'app.zip': unflaggedZip(FILES) })).toEqual([[`en/${composed}.json`, composed]])
  })

  test('are those of a namespace that the project has, however it is written', async () => {
    await addKey(decomposed)
    expect(await planned(FILES)).toEqual([[`en/${composed}.json`, decomposed]])
    await addKey(composed)
    expect(await planned(FILES)).toEqual([[`en/${composed}.json`, composed]])
  })
})
