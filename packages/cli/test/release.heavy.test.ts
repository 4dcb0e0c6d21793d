import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../server/test/test-server.ts'
import { run } from '../src/run.ts'
import { tomorrow } from './tomorrow.ts'

/** Releases from the command line, against a real server. */

const params = { project: 'shop' }
let server: TestServer
let folder: string
let secret: string

beforeEach(async () => {
  server = await openTestServer()
  folder = await mkdtemp(join(tmpdir(), 'dragoman-release-'))
  await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
  await addKey('title')
  await server.call(api.releases.addChannel, {
    params,
    body: { name: 'production', kind: 'release', settings: {} },
  })
  const body = { name: 'CI', scopes: ['files' as const], languages: null, days: 30 }
  secret = (await server.call(api.tokens.createOwn, { body })).secret
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function addKey(name: string): Promise<void> {
  const body = { namespace: 'app', name, plural: 'none' as const, forms: { other: `Text of ${name}` } }
  await server.call(api.keys.create, { params, body })
}

async function dragoman(...args: string[]): Promise<readonly [code: number, out: string]> {
  let out = ''
  const add = (text: string) => {
    out += `${text}\n`
  }
  const env = { XDG_CONFIG_HOME: folder, DRAGOMAN_TOKEN: secret, DRAGOMAN_SERVER: server.server.origin }
  const code = await run(['release', ...args, '--project', 'shop'], { env, print: add, complain: add })
  return [code, out]
}

const production = async () => {
  const { channels, scheduled } = await server.call(api.releases.channels, { params })
  return { channel: channels.find(({ name }) => name === 'production'), scheduled }
}

test('a release is previewed, created, served, rolled back and listed', async () => {
  expect(await dragoman('create', '--dry-run')).toEqual([
    0,
    'The first release would have:\n  en: 1 added, 0 changed, 0 removed\n',
  ])
  expect(await dragoman('create', '--title', 'First', '--channel', 'production')).toEqual([
    0,
    'Created v1 with 1 change.\nproduction serves v1.\n',
  ])
  expect((await production()).channel?.release).toBe(1)
  expect(await dragoman('create', '--channel', 'production')).toEqual([
    0,
    'Nothing has changed since v1, so no release was created.\nTo serve it: dragoman release move production 1\n',
  ])
  await addKey('cart')
  expect((await dragoman('create', '--dry-run'))[1]).toBe(
    'Changes since v1:\n  en: 1 added, 0 changed, 0 removed\n',
  )
  const [, created] = await dragoman('create', '--title', 'Second', '--json')
  expect(JSON.parse(created)).toMatchObject({ version: 1, release: { number: 2, title: 'Second' } })
  expect(await dragoman('move', 'production', 'latest', '--percent', '10')).toEqual([
    0,
    'production serves v2 to 10 % of its readers.\n',
  ])
  expect((await production()).channel).toMatchObject({ release: 1, next: { release: 2, percent: 10 } })
  expect((await dragoman('move', 'production', 'v2', '--dry-run'))[1]).toContain('Nothing was changed')
  const planned = ['move', 'production', 'v2', '--percent', '10', '--dry-run', '--json']
  const dry = { version: 1, isDry: true, channel: 'production', release: 2, percent: 10 }
  expect(JSON.parse((await dragoman(...planned))[1])).toEqual({ ...dry, at: null })
  const at = tomorrow()
  expect(JSON.parse((await dragoman(...planned, '--at', at))[1])).toEqual({ ...dry, at })
  expect((await production()).channel?.release).toBe(1)
  expect((await dragoman('move', 'production', '2'))[0]).toBe(0)
  expect((await dragoman('move', 'production', '1', '--note', 'Wrong prices'))[0]).toBe(0)
  const [code, listed] = await dragoman()
  expect(code).toBe(0)
  expect(listed).toContain('  live: every saved text\n')
  expect(listed).toContain('  production: v1\n')
  expect(listed).toMatch(/Releases\n {2}v2 \d{4}-\d\d-\d\d [^\n]*, 1 change: Second\n {2}v1 [^\n]*: First\n$/)
  const { moves } = await server.call(api.releases.channels, { params })
  expect(moves[0]).toMatchObject({ isRollBack: true, note: 'Wrong prices' })
})

test('a share of readers is printed only if others keep another release', async () => {
  const all = 'production serves v1.'
  expect((await dragoman('create', '--channel', 'production', '--percent', '10'))[1]).toContain(`${all}\n`)
  expect((await production()).channel).toMatchObject({ release: 1, next: null })
  const move = (...more: string[]) => dragoman('move', 'production', '1', '--percent', '10', ...more)
  expect((await move('--dry-run'))[1]).toContain(`${all} Nothing`)
  expect((await move())[1]).toBe(`${all}\n`)
  const at = tomorrow()
  expect((await move('--at', at))[1]).toBe(`production serves v1 from ${at}.\n`)
  await addKey('cart')
  const some = 'production serves v2 to 10 % of its readers'
  expect((await dragoman('create', '--channel', 'production', '--percent', '10'))[1]).toContain(`${some}.\n`)
  const second = (...more: string[]) => dragoman('move', 'production', '2', '--percent', '10', ...more)
  expect((await second('--dry-run'))[1]).toContain(`${some}. Nothing`)
  expect((await second('--at', at))[1]).toBe(`${some} from ${at}.\n`)
})

test('a move is scheduled, and listed until it happens', async () => {
  const at = tomorrow()
  expect(await dragoman('create', '--channel', 'production', '--at', at)).toEqual([
    0,
    `Created v1 with 1 change.\nproduction serves v1 from ${at}.\n`,
  ])
  expect((await dragoman('move', 'production', 'latest', '--at', at, '--percent', '5'))[0]).toBe(0)
  const { channel, scheduled } = await production()
  expect(channel?.release).toBeNull()
  expect(scheduled.map((one) => [one.at, one.percent])).toEqual([
    [at, 100],
    [at, 5],
  ])
  expect((await dragoman('list'))[1]).toContain(`  ${at}: production to v1 for 5 % of readers\n`)
  expect(JSON.parse((await dragoman('list', '--json'))[1]).scheduled).toHaveLength(2)
})

test('a scheduled move that would fail now is listed with the reason', async () => {
  await dragoman('create', '--channel', 'production')
  await addKey('cart')
  await dragoman('create', '--channel', 'production')
  const at = tomorrow()
  await dragoman('move', 'production', '2', '--at', at)
  await dragoman('move', 'production', '1')
  expect((await dragoman('list'))[1]).toContain(
    `  ${at}: production to v2; it would fail now (rolled back)\n`,
  )
})

test.each([
  [2, ['lst'], 'Did you mean "dragoman release list"?'],
  [2, ['list', 'more'], 'one argument too many'],
  [2, ['create', '--percent', '10'], '--channel NAME'],
  [2, ['create', '--note', 'x'], '--title and --notes'],
  [2, ['create', '--channel', 'production', '--at', 'tomorrow'], '2026-12-01T09:00+01:00'],
  [2, ['create', '--channel', 'production', '--at', '2020-01-01T09:00Z'], 'a time in the future'],
  [2, ['move', 'production'], 'to which release?'],
  [2, ['move', 'production', 'newest'], 'or latest'],
  [2, ['move', 'production', '1', '--percent', '0'], 'from 1 to 100'],
  [2, ['move', 'production', '1', '--title', 'x'], 'release create'],
  [1, ['move', 'prodution', '1'], 'Did you mean production?'],
  [1, ['move', 'live', '1'], 'always serves the current texts'],
  [1, ['move', 'production', '1'], 'has no release yet'],
] as const)('wrong arguments end with %d and list what is valid: %j', async (code, args, sentence) => {
  expect(await dragoman(...args)).toEqual([code, expect.stringContaining(sentence)])
  const { channel, scheduled } = await production()
  expect([channel?.release, scheduled]).toEqual([null, []])
  expect((await server.call(api.releases.list, { params, query: { limit: 10 } })).releases).toEqual([])
})

test('a token without the right to publish is refused', async () => {
  const body = { name: 'Reads', scopes: ['read' as const], languages: null, days: 30 }
  secret = (await server.call(api.tokens.createOwn, { body })).secret
  expect((await dragoman())[0]).toBe(0)
  expect(await dragoman('create')).toEqual([1, expect.stringContaining('(not-allowed)')])
  expect((await server.call(api.releases.list, { params, query: { limit: 10 } })).releases).toEqual([])
})
