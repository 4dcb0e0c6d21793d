import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { restoreBackup } from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { openFolderBlobs } from '../src/blobs/folder-blobs.ts'
import { type DeliveryServer, startDelivery } from '../src/deliver.ts'
import { type Manifest, readManifest } from '../src/publish/manifest.ts'
import { publishToBlobs } from '../src/publish/publish-to-blobs.ts'
import { filesOf } from '../src/publish/remove-unnamed-files.ts'
import { FileNotWrittenError } from '../src/publish/served-file-writer.ts'
import { writeServedFile } from '../src/publish/write-served-file.ts'
import { makeShop, save } from './published-shop.ts'
import { DATABASES, eventually, leaveTime, openTestServer } from './test-server.ts'

/** How long files that no manifest names any more are kept; no file that is needed is removed. */

const DAY_MS = 24 * 60 * 60_000
const params = { project: 'shop' }

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-published-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function deliver(folder: string): Promise<DeliveryServer> {
  const delivery = await startDelivery(
    { port: 0, host: '127.0.0.1' },
    { blobs: { kind: 'folder', folder }, log: () => undefined, pollMs: 50 },
  )
  closing.push(delivery.close)
  return delivery
}

describe.each(DATABASES)('published files, from %s', (database) => {
  test('stay for 30 days without a manifest that names them, and as long as one does', async () => {
    const folder = await temporaryFolder()
    let offsetMs = 0
    const now = () => new Date(Date.now() + offsetMs)
    let server = await openTestServer({ database, now, config: { blobs: { kind: 'folder', folder } } })
    closing.push(() => server.close())
    const delivery = await deliver(folder)
    const german = async () => (await readdir(join(folder, 'd/shop/files/de'))).sort()
    const loaded = async (channel = 'live') => {
      const response = await fetch(`${delivery.origin}/d/shop/${channel}/locales/de/app.json`)
      return response.ok ? Object(await response.json()).title : response.status
    }
    const published = (text: string) => eventually(async () => (await loaded()) === text)
    const later = async (days: number) => {
      offsetMs += days * DAY_MS
      server = await server.restart()
    }
    const removed = () =>
      server.logged.filter(({ event }) => event === 'old-files-removed').map(({ files }) => files)
    await makeShop(server)
    await server.call(api.releases.addChannel, {
      params,
      body: { name: 'production', kind: 'release', settings: {} },
    })
    await save(server, 'released')
    await server.call(api.releases.create, { params, body: { title: '', notes: '', channel: 'production' } })
    await save(server, 'one')
    await published('one')
    await save(server, 'two')
    await published('two')
    await eventually(async () => (await loaded('production')) === 'released')
    const before = await german()
    const old = (await readManifestOf(folder, 'live'))?.files.find(({ language }) => language === 'de')
    await save(server, 'three')
    await published('three')

    await later(29)
    await leaveTime()
    expect(await german()).toEqual(expect.arrayContaining(before))
    // A client with the old manifest can still load its files.
    const fixed = `/d/shop/files/de/app.${old?.hash.slice(0, 22)}.json`
    expect(await (await fetch(`${delivery.origin}${fixed}`)).json()).toEqual({ title: 'two' })

    await later(2)
    const namedNow = async () => {
      const manifests = [await readManifestOf(folder, 'live'), await readManifestOf(folder, 'production')]
      const names = manifests.flatMap((one) => (one === null ? [] : filesOf(one)))
      const inFolder = names.filter((name) => name.startsWith('d/shop/files/de/'))
      return [...new Set(inFolder.map((name) => name.slice('d/shop/files/de/'.length)))].sort()
    }
    await eventually(async () => JSON.stringify(await german()) === JSON.stringify(await namedNow()))
    expect([await loaded(), await loaded('production')]).toEqual(['three', 'released'])
    // A delivery continues serving what it has in memory.
    const fresh = await deliver(folder)
    expect((await fetch(`${fresh.origin}${fixed}`)).status).toBe(404)
    await eventually(async () => removed().length > 0)

    // A release that is rolled back to is written again, and one that is replaced stays for its time.
    await server.call(api.releases.create, { params, body: { title: '', notes: '', channel: 'production' } })
    await eventually(async () => (await loaded('production')) === 'three')
    await later(31)
    await eventually(async () => JSON.stringify(await german()) === JSON.stringify(await namedNow()))
    await server.call(api.releases.moveChannel, {
      params: { ...params, channel: 'production' },
      body: { release: 1, note: '' },
    })
    await eventually(async () => (await loaded('production')) === 'released')
    // A file that was written long ago and is in use stays in use.
    await later(400)
    await leaveTime()
    expect([await loaded(), await loaded('production')]).toEqual(['three', 'released'])
    const other = await deliver(folder)
    expect((await fetch(`${other.origin}/d/shop/live/locales/de/app.json`)).status).toBe(200)

    // A closed project is removed completely.
    await server.call(api.projects.update, { params, body: { settings: { deliverPublic: false } } })
    await eventually(async () => (await loaded()) === 404)
    await later(31)
    await eventually(async () => (await german()).length === 0)
  })

  test('are not removed if it is unknown what a manifest names', async () => {
    const folder = await temporaryFolder()
    let offsetMs = 0
    const now = () => new Date(Date.now() + offsetMs)
    let server = await openTestServer({ database, now, config: { blobs: { kind: 'folder', folder } } })
    closing.push(() => server.close())
    const delivery = await deliver(folder)
    await makeShop(server)
    await save(server, 'one')
    await eventually(async () => {
      const response = await fetch(`${delivery.origin}/d/shop/live/locales/de/app.json`)
      return (await response.text()).includes('one')
    })
    const files = await readdir(join(folder, 'd/shop/files/de'))
    offsetMs = 31 * DAY_MS
    server = await server.restart(() => writeFile(join(folder, 'd/shop/live/manifest.json'), '{"version":1'))
    await leaveTime()
    expect(await readdir(join(folder, 'd/shop/files/de'))).toEqual(files)
  })

  test.runIf(database === 'sqlite')(
    'are those of a restored backup, not what was published later',
    async () => {
      const folder = await temporaryFolder()
      let server = await openTestServer({ database, config: { blobs: { kind: 'folder', folder } } })
      closing.push(() => server.close())
      const delivery = await deliver(folder)
      const answer = (channel: string) => fetch(`${delivery.origin}/d/shop/${channel}/locales/de/app.json`)
      const serves = (text: string) =>
        eventually(async () => (await (await answer('live')).text()) === JSON.stringify({ title: text }))
      await makeShop(server)
      await save(server, 'saved')
      await serves('saved')
      const { name } = await server.call(api.admin.makeBackup, {})
      await save(server, 'saved later')
      await server.call(api.releases.addChannel, {
        params,
        body: { name: 'later', kind: 'catalog', settings: {} },
      })
      await serves('saved later')
      await eventually(async () => (await answer('later')).ok)

      const backup = join(server.server.deps.backups.folder, name)
      server = await server.restart(async () => {
        await restoreBackup(backup, join(server.folder, 'data'), new Date().toISOString())
      })

      await serves('saved')
      await eventually(async () => (await answer('later')).status === 404)
      // The same database again: nothing is published again.
      const published = await readFile(join(folder, 'published.json'), 'utf8')
      server = await server.restart()
      await leaveTime()
      expect(await readFile(join(folder, 'published.json'), 'utf8')).toBe(published)
    },
  )
})

async function readManifestOf(folder: string, channel: string): Promise<Manifest | null> {
  const bytes = await openFolderBlobs(folder).read(`d/shop/${channel}/manifest.json`)
  return bytes && readManifest(bytes)
}

test('a file that cannot be written keeps its previous version, and no other file waits for it', async () => {
  const folder = await temporaryFolder()
  const logged: string[] = []
  let isFaulty = true
  const server = await openTestServer()
  closing.push(() => server.close())
  await makeShop(server)
  const { deps } = server.server
  const open = async () => {
    const publishing = publishToBlobs({
      ...deps,
      log: ({ event }) => logged.push(event),
      blobs: openFolderBlobs(folder),
      keepMs: DAY_MS,
      isPublic: () => true,
      async write(file) {
        const isHit = isFaulty && file.units.some(({ forms }) => forms.other === 'Fehler')
        if (isHit) throw new FileNotWrittenError(file, new Error('no room in this format'))
        return writeServedFile(file)
      },
    })
    await publishing.start()
    return publishing
  }
  const delivery = await deliver(folder)
  const title = async (language: string) => {
    const response = await fetch(`${delivery.origin}/d/shop/live/locales/${language}/app.json`)
    return response.ok ? Object(await response.json()).title : response.status
  }
  let publishing = await open()
  await save(server, 'Titel')
  await eventually(async () => (await title('de')) === 'Titel')
  await save(server, 'Fehler')
  await eventually(async () => logged.includes('file-not-published'))
  expect(await title('de')).toBe('Titel')
  const { rows } = await server.call(api.translations.page, { params, query: { language: 'en', limit: 1 } })
  await server.call(api.translations.save, {
    params: { ...params, key: rows[0]?.key.id ?? 0, language: 'en' },
    body: { forms: { other: 'Heading' }, baseVersion: rows[0]?.target.version ?? 0 },
  })
  await eventually(async () => (await title('en')) === 'Heading')
  expect(await title('de')).toBe('Titel')
  // The next start tries again.
  await publishing.close()
  isFaulty = false
  publishing = await open()
  closing.push(() => publishing.close())
  await eventually(async () => (await title('de')) === 'Fehler')
})
