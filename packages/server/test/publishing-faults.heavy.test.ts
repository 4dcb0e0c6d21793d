import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { api } from '@dragoman/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { openFolderBlobs } from '../src/blobs/folder-blobs.ts'
import type { BlobsLocation } from '../src/blobs/open-blobs.ts'
import { type DeliveryServer, startDelivery } from '../src/deliver.ts'
import { fileName, readManifest } from '../src/publish/manifest.ts'
import { buildServeChild } from './build-serve-child.ts'
import { type BucketFault, type FaultyBucket, openFaultyBucket } from './faulty-bucket.ts'
import { type ServerProcess, serverProcesses } from './server-processes.ts'
import { eventually, openTestServer, type TestServer } from './test-server.ts'

/**
 * What apps get while a bucket fails, and while the process that publishes is killed at each step. All steps,
 * and two minutes of failures: `DRAGOMAN_PUBLISHING_LONG=1 npx vitest run
 * packages/server/test/publishing-faults.heavy.test.ts`.
 */
const IS_LONG = Boolean(process.env.DRAGOMAN_PUBLISHING_LONG)

const params = { project: 'shop' }
const NAMESPACES = ['app', 'cart', 'help']
const ADDRESSES = ['live', 'production'].flatMap((channel) =>
  NAMESPACES.map((namespace) => `shop/${channel}/locales/de/${namespace}.json`),
)
const WAIT_MS = 60_000

type Caller = Pick<TestServer, 'call'>

async function makeShop({ call }: Caller): Promise<void> {
  await call(api.projects.create, {
    body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', deliverPublic: true },
  })
  await call(api.languages.add, { params, body: { tag: 'de' } })
  for (const namespace of NAMESPACES)
    await call(api.keys.create, {
      params,
      body: { namespace, name: 'title', plural: 'none', forms: { other: 'Title' } },
    })
  await call(api.releases.addChannel, { params, body: { name: 'production', kind: 'release', settings: {} } })
  await call(api.releases.addChannel, { params, body: { name: 'round-0', kind: 'catalog', settings: {} } })
}

/** Changes all texts to this version, also as a release; one channel is added and one removed. */
async function change({ call }: Caller, version: number): Promise<void> {
  const query = { language: 'de', limit: 50 }
  const { rows } = await call(api.translations.page, { params, query })
  for (const { key, target } of rows)
    await call(api.translations.save, {
      params: { ...params, key: key.id, language: 'de' },
      body: { forms: { other: `v${version}` }, baseVersion: target.version },
    })
  await call(api.releases.create, {
    params,
    body: { title: `v${version}`, notes: '', channel: 'production' },
  })
  await call(api.releases.addChannel, {
    params,
    body: { name: `round-${version}`, kind: 'catalog', settings: {} },
  })
  const { channels } = await call(api.releases.channels, { params })
  for (const { name } of channels)
    if (name.startsWith('round-') && name !== `round-${version}`)
      await call(api.releases.removeChannel, { params: { ...params, channel: name } })
}

async function answerOf(origin: string, address: string): Promise<string> {
  const response = await fetch(`${origin}/d/${address}`)
  const text = await response.text()
  return response.ok ? text : String(response.status)
}

/** Loads all URLs repeatedly; what was found once must be found again, as a complete file of some version. */
function openReader(origin: string) {
  const answered = new Set<string>()
  const wrong: string[] = []
  let answers = 0
  let isClosed = false
  const reading = (async () => {
    while (!isClosed) {
      for (const address of ADDRESSES) {
        const answer = await answerOf(origin, address)
        const isWhole = /^\{"title":"v\d+"\}$/.test(answer)
        if (isWhole) answered.add(address)
        else if (answered.has(address)) wrong.push(`${address}: ${answer}`)
        answers += 1
      }
      await pause(15)
    }
  })()
  return {
    wrong,
    answers: () => answers,
    async close() {
      isClosed = true
      await reading
    },
  }
}

/** Returns missing and damaged files of a manifest, and mixed versions of a release. */
async function pointerFaults(
  read: (name: string) => Uint8Array | null | Promise<Uint8Array | null>,
  channel: string,
): Promise<readonly string[]> {
  const bytes = await read(`d/shop/${channel}/manifest.json`)
  if (bytes === null) return []
  const manifest = readManifest(bytes)
  if (manifest === null) return [`The manifest of ${channel} is damaged`]
  const faults: string[] = []
  const german = new Set<string>()
  for (const file of manifest.files) {
    const name = fileName('shop', file)
    const found = await read(name)
    const hash = found && createHash('sha256').update(found).digest('base64url')
    if (hash !== file.hash) faults.push(`${channel}: ${name} is ${found === null ? 'missing' : 'damaged'}`)
    if (found !== null && file.language === 'de') german.add(Buffer.from(found).toString())
  }
  if (channel === 'production' && german.size > 1) faults.push(`A mix: ${[...german].join()}`)
  return faults
}

const deliver = (blobs: BlobsLocation) =>
  startDelivery({ port: 0, host: '127.0.0.1' }, { blobs, log: () => undefined, pollMs: 50 })

/** Waits until a delivery serves what the server serves, at all URLs. */
const isInStep = (delivery: DeliveryServer, origin: string) =>
  eventually(async () => {
    for (const address of ADDRESSES)
      if ((await answerOf(delivery.origin, address)) !== (await answerOf(origin, address))) return false
    return true
  }, WAIT_MS)

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

describe('a bucket that fails', () => {
  const FAULTS: readonly BucketFault[] = [503, 412, 'cut', 'cut-after', 'slow']

  /** Failures in rotation, for a third of the requests; the same ones each time. */
  function failing(): () => BucketFault | null {
    let turn = 0
    let state = 7
    return () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      if ((state >>> 16) % 3 > 0) return null
      turn += 1
      return FAULTS[turn % FAULTS.length] ?? null
    }
  }

  test("keeps everyone's old files available; no manifest names what is missing; then everything is published", async () => {
    const bucket = await openFaultyBucket()
    closing.push(bucket.close)
    const blobs = { kind: 's3' as const, ...bucket.place }
    const server = await openTestServer({ config: { blobs } })
    closing.push(server.close)
    await makeShop(server)
    await change(server, 1)
    const delivery = await deliver(blobs)
    closing.push(delivery.close)
    await isInStep(delivery, server.server.origin)
    const reader = openReader(delivery.origin)
    closing.push(reader.close)
    const faults: string[] = []
    let manifests = 0
    bucket.onChange = ({ method, name }) => {
      if (method !== 'PUT' || !name.endsWith('manifest.json')) return
      manifests += 1
      const channel = name.split('/')[2] ?? ''
      void pointerFaults((one) => bucket.objects.get(one)?.bytes ?? null, channel).then((found) =>
        faults.push(...found),
      )
    }
    const rounds = IS_LONG ? 30 : 3
    for (let version = 2; version < 2 + rounds; version++) {
      bucket.faultOf = failing()
      await change(server, version)
      await pause(IS_LONG ? 4000 : 1500)
      bucket.faultOf = () => null
      await isInStep(delivery, server.server.origin)
      expect(await answerOf(delivery.origin, ADDRESSES[0] ?? '')).toContain(`v${version}`)
    }
    expect([faults, reader.wrong]).toEqual([[], []])
    // The test proves nothing unless failures have happened.
    for (const fault of FAULTS) expect(bucket.happened.get(fault) ?? 0).toBeGreaterThan(2)
    expect(manifests).toBeGreaterThanOrEqual(2 * rounds)
    expect(reader.answers()).toBeGreaterThan(20 * rounds)
    if (IS_LONG)
      process.stderr.write(
        `Bucket: ${rounds} rounds, ${manifests} manifests, ${reader.answers()} answers, faults ${JSON.stringify([...bucket.happened])}\n`,
      )
  })

  test('that does what it reports as failed is corrected by the next attempt', async () => {
    const bucket = await openFaultyBucket()
    closing.push(bucket.close)
    const blobs = { kind: 's3' as const, ...bucket.place }
    const server = await openTestServer({ config: { blobs } })
    closing.push(server.close)
    await makeShop(server)
    await change(server, 1)
    const delivery = await deliver(blobs)
    closing.push(delivery.close)
    await isInStep(delivery, server.server.origin)
    const inBucket = async (version: number) => {
      const manifest = readManifest(bucket.objects.get('d/shop/live/manifest.json')?.bytes ?? Buffer.from(''))
      const file = manifest?.files.find(({ language }) => language === 'de')
      const bytes = file && bucket.objects.get(fileName('shop', file))?.bytes
      return Buffer.from(bytes ?? []).toString() === `{"title":"v${version}"}`
    }
    const saveAll = async (version: number) => {
      const query = { language: 'de', limit: 50 }
      const { rows } = await server.call(api.translations.page, { params, query })
      for (const { key, target } of rows)
        await server.call(api.translations.save, {
          params: { ...params, key: key.id, language: 'de' },
          body: { forms: { other: `v${version}` }, baseVersion: target.version },
        })
    }
    bucket.faultOf = ({ method, name }) =>
      method === 'PUT' && name === 'd/shop/live/manifest.json' ? 'cut-after' : null
    await saveAll(2)
    await eventually(() => inBucket(2), WAIT_MS)
    // The text is again what the publisher last knew to be published.
    await pause(1500)
    await saveAll(1)
    await pause(3000) // it has tried by then
    bucket.faultOf = () => null
    await eventually(() => inBucket(1), WAIT_MS)
    await isInStep(delivery, server.server.origin)
  })

  test('that loses a manifest or answers 412 does not look like a closed channel', async () => {
    const bucket = await openFaultyBucket()
    closing.push(bucket.close)
    const blobs = { kind: 's3' as const, ...bucket.place }
    const server = await openTestServer({ config: { blobs } })
    closing.push(server.close)
    await makeShop(server)
    await change(server, 1)
    const delivery = await deliver(blobs)
    closing.push(delivery.close)
    await isInStep(delivery, server.server.origin)
    const [address = ''] = ADDRESSES
    const held = async () => {
      await pause(400) // several polls
      expect(await answerOf(delivery.origin, address)).toBe('{"title":"v1"}')
    }
    bucket.faultOf = () => 412
    await held()
    bucket.faultOf = () => null
    const name = 'd/shop/live/manifest.json'
    const manifest = bucket.objects.get(name)?.bytes ?? null
    bucket.put(name, null)
    await held()
    bucket.put(name, Buffer.from('{"version":1'))
    await held()
    bucket.put(name, manifest)
    const open = { body: { settings: { deliverPublic: false } }, params }
    await server.call(api.projects.update, open)
    await eventually(async () => (await answerOf(delivery.origin, address)) === '404')
  })
})

describe.each(['bucket', 'folder'] as const)('publishing to a %s, killed', (kind) => {
  /** Steps within one round; later ones are never reached. */
  const SOME = kind === 'bucket' ? [3, 8] : [5, 26]

  test('at any step serves apps the old or the new version; what was started is completed after the next start', async () => {
    const data = await mkdtemp(join(tmpdir(), 'dragoman-publishing-'))
    closing.push(() => rm(data, { recursive: true, force: true }))
    const program = await buildServeChild()
    const bucket: FaultyBucket | null = kind === 'bucket' ? await openFaultyBucket() : null
    if (bucket !== null) closing.push(bucket.close)
    const folder = join(data, 'published')
    const file = join(data, 'kill-at')
    const place: BlobsLocation =
      bucket === null ? { kind: 'folder', folder } : { kind: 's3', ...bucket.place }
    const processes = serverProcesses({
      program,
      folder: data,
      databaseUrl: null,
      env:
        bucket === null
          ? { DRAGOMAN_BLOBS: folder, TEST_KILL_FILE: file }
          : {
              DRAGOMAN_BLOBS: bucket.place.endpoint,
              DRAGOMAN_S3_ACCESS_KEY: 'test',
              DRAGOMAN_S3_SECRET_KEY: 'test',
            },
    })
    closing.push(processes.end)
    let child: ServerProcess = await processes.start()
    await processes.signIn(child)
    await makeShop(child)
    await change(child, 1)
    const delivery = await deliver(place)
    closing.push(delivery.close)
    await isInStep(delivery, child.origin)
    const reader = openReader(delivery.origin)
    closing.push(reader.close)
    const read =
      bucket === null
        ? openFolderBlobs(folder).read
        : (name: string) => bucket.objects.get(name)?.bytes ?? null

    /** There is a step before and after each object that is written or removed. */
    async function arm(at: number | null): Promise<void> {
      if (bucket === null) {
        if (at === null) await rm(file, { force: true })
        else await writeFile(file, String(at))
        return
      }
      let step = 0
      const pass = () => {
        step += 1
        if (step !== at) return false
        void child.kill()
        return true
      }
      bucket.faultOf = ({ method }) => ((method === 'PUT' || method === 'DELETE') && pass() ? 'cut' : null)
      bucket.onChange = pass
      if (at === null) {
        bucket.faultOf = () => null
        bucket.onChange = () => undefined
      }
    }

    let kills = 0
    let version = 1
    const steps = IS_LONG ? Array.from({ length: 400 }, (_, index) => index + 1) : SOME
    for (const step of steps) {
      version += 1
      await arm(step)
      const done = change(child, version).then(
        () => true,
        () => false, // it was killed before it could reply
      )
      const isDone = await done
      const wasKilled = await eventually(async () => {
        if (child.hasEnded()) return 'killed'
        if (!isDone) return null
        const first = await answerOf(delivery.origin, `shop/round-${version}/locales/de/app.json`)
        const last = await answerOf(delivery.origin, `shop/round-${version - 1}/locales/de/app.json`)
        return first.includes(`v${version}`) && last === '404' ? 'published' : null
      }, WAIT_MS)
      await arm(null)
      for (const channel of ['live', 'production'])
        expect([step, await pointerFaults(read, channel)]).toEqual([step, []])
      if (wasKilled === 'published') break
      kills += 1
      child = await processes.start()
      await isInStep(delivery, child.origin)
      expect([step, reader.wrong]).toEqual([step, []])
    }
    expect(kills).toBeGreaterThanOrEqual(IS_LONG ? 12 : SOME.length)
    expect(reader.answers()).toBeGreaterThan(20 * kills)
    if (IS_LONG) process.stderr.write(`${kind}: ${kills} kills, ${reader.answers()} answers\n`)
  })
})
