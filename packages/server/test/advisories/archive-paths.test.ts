import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { type Zippable, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadFiles } from '../import-client.ts'
import { openTestServer, type TestServer } from '../test-server.ts'

/**
 * Weblate CVE-2025-68279 and GHSA-g925-f788-4jh7: links and paths in archives that lead outside.
 * `links.heavy.test.ts` covers links within a served folder.
 */

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
  await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
})
afterAll(() => server.close())

const json = (text: string) => Buffer.from(JSON.stringify({ a: text }))
/** Marks the part in the archive as a Unix symbolic link. */
const LINK = { os: 3, attrs: (0o120777 << 16) >>> 0 } as const

test('paths that lead outside and links write nothing outside the upload, and read nothing', async () => {
  const parts: Zippable = {
    '../../../evil/en.json': json('up'),
    '/tmp/dragoman-evil/en.json': json('absolute'),
    '..\\..\\evil\\de.json': json('windows'),
    'C:/evil/fr.json': json('drive'),
    'locales/en.json': json('fine'),
    'locales/pl.json': [Buffer.from('/etc/passwd'), LINK],
    'locales/ar.json': [Buffer.from('../../../../../../etc/hostname'), LINK],
  }
  const before = filesOf(server.folder)
  const upload = await uploadFiles(server, 'shop', { 'all.zip': new Uint8Array(zipSync(parts)) })
  const plan = await upload.plan()
  const fresh = filesOf(server.folder).filter((path) => !before.includes(path))
  // Everything that was written has a name chosen by the server, in the folder of the upload
  expect(fresh.length).toBeGreaterThan(0)
  for (const path of fresh)
    expect(path).toMatch(/^data\/(?:uploads(?:\/[\w-]+(?:\/[\w.-]+)?)?|dragoman\.(?:db|sqlite).*)$/)
  // Not the contents of other folders there, which can be whole checkouts.
  const beside = entriesOf(join(server.folder, '..')).map(({ name }) => name)
  expect(beside.filter((name) => /^(?:evil|dragoman-evil)/.test(name))).toEqual([])
  const said = JSON.stringify(plan)
  expect(said).not.toContain('root:')
  for (const { path } of plan.parts) expect(path).not.toMatch(/(?:^|\/)\.\.(?:\/|$)|^\//)
})

test('an archive that unpacks to more than the limit is refused', async () => {
  const bomb = zipSync({ 'en.json': Buffer.alloc(16 * 1024 * 1024) }, { level: 6 })
  expect(bomb.length).toBeLessThan(64 * 1024)
  const { upload } = await server.call(api.imports.create, { params: { project: 'shop' } })
  const failure = await server.fail(api.imports.upload, {
    params: { project: 'shop', upload },
    query: { path: 'bomb.zip' },
    bytes: new Uint8Array(bomb),
  })
  expect(failure.code).toBe('too-large')
})

function filesOf(folder: string): string[] {
  return entriesOf(folder).flatMap((entry) => [
    entry.name,
    ...(entry.isDirectory() ? filesOf(join(folder, entry.name)).map((path) => join(entry.name, path)) : []),
  ])
}

/** Others come and go meanwhile: a folder that was just removed counts as empty. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (Object(error).code === 'ENOENT') return []
    throw error
  }
}
