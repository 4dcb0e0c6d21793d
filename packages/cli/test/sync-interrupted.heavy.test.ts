import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openConnection } from '../src/server/connect.ts'
import { readRepository } from '../src/sync/local-files.ts'
import { runSync } from '../src/sync/run-sync.ts'
import { openSyncState } from '../src/sync/sync-state.ts'
import { bundleCli } from './bundle-cli.ts'
import { openRepository, type TestRepository } from './repository.ts'

let program: string
beforeAll(async () => {
  program = join(await bundleCli(), 'dragoman.js')
})

const KILLS = Number(process.env.DRAGOMAN_KILLS ?? 0)
const NAMESPACES = 8
const KEYS = 60

let repository: TestRepository
let proxy: Proxy
beforeEach(async () => {
  repository = await openRepository()
  proxy = await openProxy()
  await repository.write({
    'dragoman.json': JSON.stringify({
      project: 'shop',
      sourceLanguage: 'en',
      files: [{ pattern: 'locales/{lng}/{ns}.json', format: 'i18next-json' }],
    }),
  })
  for (const language of ['en', 'de'])
    for (let at = 0; at < NAMESPACES; at++)
      await repository.write({ [`locales/${language}/ns${at}.json`]: fileOf(language, at) })
})
afterEach(async () => {
  await proxy.close()
  await repository.close()
})

function fileOf(language: string, at: number, change = ''): string {
  const texts = Array.from({ length: KEYS }, (_, key) => [`ns${at}_key${key}`, `${language} ${key}${change}`])
  return `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`
}

/** The time at which the program is killed. */
type Moment = 'before its texts are there' | 'when they are there' | 'between two files'

/** Between program and server: the URL stays the same while requests are lost. */
type Proxy = {
  readonly origin: string
  /** What happens to the next pushed texts. */
  loses: { readonly moment: Moment; readonly kill: () => void } | null
  readonly close: () => Promise<void>
}

async function openProxy(): Promise<Proxy> {
  const server = createServer(async (request, response) => {
    const isPush = request.method === 'POST' && request.url?.endsWith('/texts') === true
    const due = isPush ? proxy.loses : null
    if (due?.moment === 'before its texts are there') return due.kill()
    const body = Buffer.concat(await request.toArray())
    const answer = await fetch(`${repository.env.DRAGOMAN_SERVER}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' },
      ...(request.method === 'GET' ? {} : { body }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (due?.moment === 'when they are there') return due.kill()
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(bytes)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const proxy: Proxy = {
    origin: `http://127.0.0.1:${port}`,
    loses: null,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return proxy
}

/**
 * Runs `dragoman sync` in a separate process and kills it (`kill -9`) while it sends texts, either before the
 * server has them or before the response arrives, or when the first file has been written. Returns how it
 * ended.
 */
async function killed(moment: Moment): Promise<string> {
  const child = spawn(process.execPath, [program, 'sync', repository.root, '--create'], {
    env: { ...process.env, ...repository.env, DRAGOMAN_SERVER: proxy.origin },
    stdio: 'ignore',
  })
  const kill = () => void child.kill('SIGKILL')
  proxy.loses = { moment, kill }
  const watcher = moment === 'between two files' ? watch(join(repository.root, 'locales/de'), kill) : null
  const how = await new Promise<string>((resolve) => {
    child.on('close', (code, signal) => resolve(signal ?? `ended with ${code}`))
  })
  watcher?.close()
  proxy.loses = null
  return how
}

const dragoman = (...args: string[]) => repository.dragoman(...args, '--server', proxy.origin)

async function textsOnServer(language: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (let at = 0; at < NAMESPACES; at++) {
    const found = await repository.server.call(api.texts.ofNamespace, {
      params: { project: 'shop' },
      query: { namespace: `ns${at}`, languages: language },
    })
    for (const [index, { name }] of found.keys.entries())
      texts.set(name, found.texts[0]?.rows[index]?.forms.other ?? '')
  }
  return texts
}

async function expectSame(): Promise<void> {
  expect((await dragoman('sync')).out).toMatch(/^Nothing to sync/)
  for (const language of ['en', 'de']) {
    const there = await textsOnServer(language)
    for (let at = 0; at < NAMESPACES; at++) {
      const here: Record<string, string> = JSON.parse(
        await repository.text(`locales/${language}/ns${at}.json`),
      )
      expect(Object.keys(here)).toHaveLength(KEYS)
      for (const [name, text] of Object.entries(here)) expect(there.get(name)).toBe(text)
    }
    // No temporary files are left.
    expect(await readdir(join(repository.root, 'locales', language))).toHaveLength(NAMESPACES)
  }
}

test('after a kill while sending, the next run continues, even if the files have changed since', async () => {
  expect(await killed('before its texts are there')).toBe('SIGKILL')
  expect((await textsOnServer('de')).size).toBe(0)
  expect(await killed('when they are there')).toBe('SIGKILL')
  expect((await textsOnServer('de')).size).toBe(NAMESPACES * KEYS)
  // The program never received the response, but later changes still count as changes of one side.
  await repository.write({ 'locales/de/ns3.json': fileOf('de', 3, ' changed') })
  expect(await killed('before its texts are there')).toBe('SIGKILL')
  await repository.write({ 'locales/de/ns3.json': fileOf('de', 3, ' changed again') })
  expect(await dragoman('sync')).toMatchObject({ code: 0, out: `${KEYS} changes sent to shop.` })
  await expectSame()
})

test('after a kill between two files, the next run writes the others', async () => {
  await dragoman('push', '--create')
  for (const at of [1, 4, 6]) await repository.save('de', `ns${at}_key2`, { other: `Neu ${at}` })
  expect(await killed('between two files')).toBe('SIGKILL')
  const texts = async () =>
    Promise.all(
      [1, 4, 6].map(async (at) => (await repository.text(`locales/de/ns${at}.json`)).includes('Neu')),
    )
  expect(await texts()).toContain(false)
  expect((await dragoman('sync')).code).toBe(0)
  expect(await texts()).toEqual([true, true, true])
  await expectSame()
})

/** Kills at random moments, the given number of times: `DRAGOMAN_KILLS=40`. */
test.runIf(KILLS > 0)('no text is lost if the program is killed at any moment', async () => {
  for (let kill = 0; kill < KILLS; kill++) {
    const moments = ['before its texts are there', 'when they are there'] as const
    await killed(moments[kill % 2] ?? moments[0])
    const at = kill % NAMESPACES
    await repository.write({ [`locales/de/ns${at}.json`]: fileOf('de', at, ` changed ${kill}`) })
  }
  expect((await dragoman('sync', '--create')).code).toBe(0)
  await expectSame()
})

test('a text saved by someone else during the push is not overwritten', async () => {
  await repository.dragoman('push', '--create')
  await repository.write({ 'locales/de/ns0.json': fileOf('de', 0, ' here') })
  const { sets, root } = await readRepository(repository.root)
  const own = sets.get('shop') ?? []
  const { DRAGOMAN_SERVER: origin = '', DRAGOMAN_TOKEN: token = '' } = repository.env
  const connection = openConnection(origin, token)
  let isFirst = true
  const outcome = await runSync({
    root,
    sets: own,
    connection: {
      ...connection,
      async call(route, call) {
        if (route.method === 'POST' && isFirst) {
          isFirst = false
          await repository.save('de', 'ns0_key1', { other: 'somebody else' })
        }
        return connection.call(route, call)
      },
    },
    project: 'shop',
    state: openSyncState(root, origin, 'shop'),
    sends: true,
    writes: true,
    languages: null,
    namespaces: null,
    prefer: null,
    deletes: false,
    creates: false,
    isAbsent: false,
    isDry: false,
  })
  expect(outcome.sent).toHaveLength(KEYS - 1)
  const conflicts = outcome.namespaces.flatMap(({ plan }) => plan.conflicts)
  expect(conflicts.map(({ theirs, ours }) => [theirs?.forms.other, ours?.forms.other])).toEqual([
    ['de 1 here', 'somebody else'],
  ])
  expect(await repository.onServer('ns0_key1', 'de')).toEqual({ de: { other: 'somebody else' } })
  expect(await repository.text('locales/de/ns0.json')).toBe(fileOf('de', 0, ' here'))
})

test('a read-only token can pull', async () => {
  await repository.dragoman('push', '--create')
  await repository.save('de', 'ns0_key1', { other: 'Neu' })
  const { secret } = await repository.server.call(api.tokens.createOwn, {
    body: { name: 'CI', scopes: ['read'], languages: null, days: 30 },
  })
  const { run } = await import('../src/run.ts')
  const said: string[] = []
  const add = (text: string) => void said.push(text)
  const env = { ...repository.env, DRAGOMAN_TOKEN: secret }
  expect(await run(['pull', repository.root], { env, print: add, complain: add })).toBe(0)
  await repository.write({ 'locales/de/ns1.json': fileOf('de', 1, ' new') })
  expect(await run(['push', repository.root], { env, print: add, complain: add })).toBe(1)
  expect(said).toEqual(['1 text written in 1 file.', 'This token’s scopes do not allow it. (not-allowed)'])
})
