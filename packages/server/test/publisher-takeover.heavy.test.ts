import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@dragoman/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../store/test/on-both.ts'
import { terminateListeners } from '../../store/test/terminate-listeners.ts'
import { openFolderBlobs } from '../src/blobs/folder-blobs.ts'
import { fileName, readManifest } from '../src/publish/manifest.ts'
import type { Timings } from '../src/timings.ts'
import { buildServeChild } from './build-serve-child.ts'
import { type ServerProcess, type ServerProcesses, serverProcesses } from './server-processes.ts'
import { DATABASES, eventually } from './test-server.ts'

const params = { project: 'shop' }
const NAMESPACES = ['app', 'cart', 'help']
/** A server recognizes that other sessions have ended once its own has lasted this long. */
const SESSIONS_SEEN_MS = 7_500
/** Longer than a test: a takeover that waits for a lease to expire does not happen. */
const LONG_LEASE_MS = 60 * 60_000

/** Which server publishes after the publisher is gone; never two, and never a mix. */
describe.skipIf(!DATABASES.includes('postgres'))('of two servers that publish', () => {
  let folder: string
  let database: TestDatabase
  let processes: ServerProcesses
  let one: ServerProcess
  let other: ServerProcess
  let version = 0

  async function openShop(timings: Partial<Timings> = {}): Promise<void> {
    version = 0
    folder = await mkdtemp(join(tmpdir(), 'dragoman-takeover-'))
    database = await openTestDatabase('postgres')
    processes = serverProcesses({
      program: await buildServeChild(),
      folder,
      databaseUrl: urlOf(database),
      timings,
      env: { DRAGOMAN_BLOBS: join(folder, 'published') },
    })
    one = await processes.start()
    await processes.signIn(one)
    await one.call(api.projects.create, {
      body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', deliverPublic: true },
    })
    for (const namespace of NAMESPACES)
      await one.call(api.keys.create, {
        params,
        body: { namespace, name: 'title', plural: 'none', forms: { other: 'v0' } },
      })
    await one.call(api.releases.addChannel, {
      params,
      body: { name: 'production', kind: 'release', settings: {} },
    })
    await release(one)
    other = await processes.start()
  }
  afterEach(async () => {
    await processes.end()
    await database.remove()
    await rm(folder, { recursive: true, force: true })
  })

  /** Changes all texts to the next version, and creates a release. */
  async function release(at: ServerProcess): Promise<void> {
    version += 1
    const { rows } = await at.call(api.translations.page, { params, query: { language: 'en', limit: 50 } })
    for (const { key, target } of rows)
      await at.call(api.translations.save, {
        params: { ...params, key: key.id, language: 'en' },
        body: { forms: { other: `v${version}` }, baseVersion: target.version },
      })
    await at.call(api.releases.create, { params, body: { title: '', notes: '', channel: 'production' } })
  }

  /** Returns the versions of the published files of a channel, each of which must exist and be complete. */
  async function published(channel = 'production'): Promise<readonly string[]> {
    const blobs = openFolderBlobs(join(folder, 'published'))
    const bytes = await blobs.read(`d/shop/${channel}/manifest.json`)
    const files = (bytes && readManifest(bytes)?.files) ?? []
    const versions = new Set<string>()
    for (const file of files) {
      const found = (await blobs.read(fileName('shop', file))) ?? Buffer.from('')
      expect(createHash('sha256').update(found).digest('base64url')).toBe(file.hash)
      versions.add(String(JSON.parse(Buffer.from(found).toString()).title))
    }
    return [...versions]
  }
  const untilNewest = () =>
    eventually(async () => {
      const versions = await published()
      // A release is published completely or not at all.
      expect(versions.length).toBeLessThanOrEqual(1)
      return versions[0] === `v${version}`
    })

  test('the second takes over immediately if the first was killed', async () => {
    await openShop({ leaseMs: LONG_LEASE_MS })
    await untilNewest()
    await sleep(SESSIONS_SEEN_MS)
    await one.kill()
    await release(other)
    await untilNewest()
  })

  test('one that was suspended for longer than its lease does not overwrite newer files', async () => {
    await openShop()
    await untilNewest()
    one.pause()
    await release(other)
    await untilNewest()
    await release(other)
    await untilNewest()
    one.proceed()
    await release(other)
    await untilNewest()
    await release(one)
    await untilNewest()
    await eventually(async () => (await published('live')).join() === `v${version}`)
  })

  test('if either loses its session, both keep running, and one of them publishes', async () => {
    await openShop()
    await untilNewest()
    await sleep(SESSIONS_SEEN_MS)
    for (let round = 0; round < 4; round++) {
      await terminateListeners(urlOf(database))
      await release(round % 2 === 0 ? one : other)
      await untilNewest()
      await eventually(async () => (await published('live')).join() === `v${version}`)
    }
  })
})

function urlOf(database: TestDatabase): string {
  if (database.config.kind !== 'postgres') throw new Error('It is not on PostgreSQL')
  return database.config.url
}
