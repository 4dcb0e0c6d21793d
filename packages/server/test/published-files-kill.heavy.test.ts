import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { openFolderBlobs } from '../src/blobs/folder-blobs.ts'
import { readManifest } from '../src/publish/manifest.ts'
import { filesOf } from '../src/publish/remove-unnamed-files.ts'
import { buildServeChild } from './build-serve-child.ts'
import { type FaultyBucket, openFaultyBucket } from './faulty-bucket.ts'
import { makeShop, save } from './published-shop.ts'
import { type ServerProcess, serverProcesses } from './server-processes.ts'
import { eventually } from './test-server.ts'

const DAY_MS = 24 * 60 * 60_000
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-published-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

describe.each(['bucket', 'folder'] as const)('removing from a %s, killed', (kind) => {
  test('at any step loses nothing that is needed, and continues with the next start', async () => {
    const data = await temporaryFolder()
    const program = await buildServeChild()
    const bucket: FaultyBucket | null = kind === 'bucket' ? await openFaultyBucket() : null
    if (bucket !== null) closing.push(bucket.close)
    const folder = join(data, 'published')
    const killFile = join(data, 'kill-at')
    const env =
      bucket === null
        ? { DRAGOMAN_BLOBS: folder, TEST_KILL_FILE: killFile }
        : {
            DRAGOMAN_BLOBS: bucket.place.endpoint,
            DRAGOMAN_S3_ACCESS_KEY: 'test',
            DRAGOMAN_S3_SECRET_KEY: 'test',
          }
    const processes = serverProcesses({ program, folder: data, databaseUrl: null, env })
    closing.push(processes.end)
    const read =
      bucket === null
        ? openFolderBlobs(folder).read
        : async (name: string) => bucket.objects.get(name)?.bytes ?? null
    const files = async (): Promise<readonly string[]> => {
      if (bucket !== null) return [...bucket.objects.keys()].filter((name) => name.includes('/files/de/'))
      return (await readdir(join(folder, 'd/shop/files/de'))).map((name) => `d/shop/files/de/${name}`)
    }
    const named = async () => {
      const bytes = await read('d/shop/live/manifest.json')
      const manifest = bytes && readManifest(bytes)
      return manifest === null ? [] : filesOf(manifest)
    }
    let child: ServerProcess = await processes.start()
    await processes.signIn(child)
    await makeShop(child)
    let version = 0
    /** Some files are written and replaced. */
    const work = async () => {
      for (let count = 0; count < 6; count++) {
        version += 1
        await save(child, `v${version}`)
        await eventually(async () => {
          const [file] = (await named()).filter((name) => name.includes('/de/'))
          const bytes = file === undefined ? null : await read(file)
          return bytes !== null && Buffer.from(bytes).toString().includes(`"v${version}"`)
        })
      }
    }
    await work()
    expect((await files()).length).toBeGreaterThanOrEqual(6)
    await child.kill()
    let kills = 0
    for (const step of [1, 2, 5]) {
      if (bucket === null) await writeFile(killFile, String(step))
      else {
        let steps = 0
        const pass = () => {
          steps += 1
          if (steps === step) void child.kill()
          return steps === step
        }
        bucket.faultOf = ({ method }) => (method === 'DELETE' && pass() ? 'cut' : null)
        bucket.onChange = ({ method }) => void (method === 'DELETE' && pass())
      }
      // It can be killed before it has reported that it listens.
      const started = await processes.start({ clockMs: 31 * DAY_MS }).catch(() => null)
      if (started !== null) {
        child = started
        await eventually(async () => child.hasEnded())
      }
      kills += 1
      await rm(killFile, { force: true })
      if (bucket !== null) {
        bucket.faultOf = () => null
        bucket.onChange = () => undefined
      }
      const needed = await named()
      expect(needed.length).toBeGreaterThan(0)
      for (const name of needed) expect([step, name, await read(name)]).not.toContain(null)
    }
    expect(kills).toBe(3)
    child = await processes.start({ clockMs: 31 * DAY_MS })
    await eventually(async () => (await files()).length === 1)
    expect(await named()).toEqual(expect.arrayContaining([...(await files())]))
    // And it publishes as before.
    await processes.signIn(child)
    await work()
  })
})
