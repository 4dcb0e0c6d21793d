import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, Failure } from '@dragoman/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../server/test/test-server.ts'
import { writeKeptTokens } from '../src/kept-tokens.ts'
import { connect, openConnection } from '../src/server/connect.ts'
import { CommandError, UsageError } from '../src/terminal.ts'
import { runCommand } from './run-command.ts'

let home = ''
let server: TestServer
const opened: Server[] = []
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'dragoman-home-'))
  server = await openTestServer()
})
afterEach(async () => {
  await server.close()
  for (const one of opened.splice(0)) await new Promise((done) => one.close(done))
  await rm(home, { recursive: true, force: true })
})

const terminal = (env: Record<string, string> = {}) => ({
  env: { XDG_CONFIG_HOME: home, ...env },
  print: () => {},
  complain: () => {},
})

/** Starts a server that responds with these statuses in turn, then with `page`. */
async function answering(
  statuses: readonly number[],
  retryAfter?: string,
  page = '{"projects":[]}',
  type = 'application/json',
) {
  const left = [...statuses]
  let calls = 0
  const one = createServer((_request, response) => {
    calls += 1
    const status = left.shift()
    if (status !== undefined && retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
    response.writeHead(status ?? 200, { 'content-type': type })
    response.end(status === undefined ? page : '{}')
  })
  return { origin: await listening(one), calls: () => calls }
}

async function listening(one: Server): Promise<string> {
  opened.push(one)
  await new Promise<void>((done) => one.listen(0, '127.0.0.1', done))
  const address = one.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

/** Starts a server that cuts so many connections within its response, then responds. */
async function cutting(times: number) {
  let calls = 0
  const one = createServer((_request, response) => {
    calls += 1
    response.writeHead(200, { 'content-type': 'application/json' })
    if (calls > times) response.end('{"projects":[]}')
    else response.write('{"projects":', () => response.destroy())
  })
  return { origin: await listening(one), calls: () => calls }
}

function pauses() {
  const kept: number[] = []
  return { kept, waiting: { pause: async (ms: number) => void kept.push(ms) } }
}

test('temporary errors are retried with increasing delays, or after the delay requested by the server', async () => {
  const { kept, waiting } = pauses()
  const busy = await answering([503, 429, 502])
  await expect(openConnection(busy.origin, 't', waiting).call(api.projects.list, {})).resolves.toEqual({
    projects: [],
  })
  expect(kept).toEqual([300, 600, 1200])
  const asked = await answering([429], '7')
  await openConnection(asked.origin, 't', waiting).call(api.projects.list, {})
  expect(kept.at(-1)).toBe(7000)
})

test('a call that changes something is not repeated if a proxy got no answer to it', async () => {
  const { waiting } = pauses()
  const body = { slug: 'shop', name: 'Shop', sourceLanguage: 'en' }
  for (const status of [502, 504]) {
    const silent = await answering([status])
    const call = openConnection(silent.origin, 't', waiting).call(api.projects.create, { body })
    await expect(call).rejects.toThrow()
    expect(silent.calls()).toBe(1)
  }
})

test('a call that only reads is repeated if the connection breaks within its response', async () => {
  const { kept, waiting } = pauses()
  const cut = await cutting(1)
  await expect(openConnection(cut.origin, 't', waiting).call(api.projects.list, {})).resolves.toEqual({
    projects: [],
  })
  expect([cut.calls(), kept]).toEqual([2, [300]])
})

test('a call that changes something ends with the reason if the connection breaks within its response', async () => {
  const { waiting } = pauses()
  const cut = await cutting(1)
  const body = { slug: 'shop', name: 'Shop', sourceLanguage: 'en' }
  const call = openConnection(cut.origin, 't', waiting).call(api.projects.create, { body })
  await expect(call).rejects.toThrow(
    new CommandError(`${cut.origin} cannot be reached: the connection was cut.`),
  )
  expect(cut.calls()).toBe(1)
})

test('it gives up eventually, and immediately if the delay would be long', async () => {
  const { kept, waiting } = pauses()
  const busy = await answering(Array.from({ length: 20 }, () => 503))
  await expect(openConnection(busy.origin, 't', waiting).call(api.projects.list, {})).rejects.toMatchObject({
    code: 'busy',
  })
  expect([busy.calls(), kept.length]).toEqual([6, 5])
  const closed = await answering([429], '3600')
  await expect(openConnection(closed.origin, 't', waiting).call(api.projects.list, {})).rejects.toThrow(
    Failure,
  )
  expect(closed.calls()).toBe(1)
})

test.each([
  ['a page for signing in', '<html>Sign in</html>'],
  ['the reply of another version', '{"projects":3}'],
])('a response that is not understood names the server: %s', async (_title, page) => {
  const proxy = await answering([], undefined, page)
  await expect(openConnection(proxy.origin, 't').call(api.projects.list, {})).rejects.toThrow(
    new CommandError(
      `The response of ${proxy.origin} was not understood: another version of Dragoman runs there, or a proxy has answered, as with a page for signing in.`,
    ),
  )
})

test.each(['text/html; charset=utf-8', 'application/json'])(
  'a page of a proxy is not a file: %s',
  async (type) => {
    const proxy = await answering([], undefined, '<html>Sign in</html>', type)
    const params = { project: 'shop', job: 1 }
    await expect(openConnection(proxy.origin, 't').call(api.files.exported, { params })).rejects.toThrow(
      'or a proxy has answered',
    )
  },
)

test('an unreachable server is named', async () => {
  const { waiting } = pauses()
  const gone = await answering([])
  for (const one of opened.splice(0)) await new Promise((done) => one.close(done))
  await expect(openConnection(gone.origin, 't', waiting).call(api.projects.list, {})).rejects.toThrow(
    new CommandError(`${gone.origin} cannot be reached: no program listens on that port.`),
  )
})

test('the most specific server setting applies; each server has its token', async () => {
  const { origin } = server.server
  const { secret } = await server.call(api.tokens.createOwn, {
    body: { name: 'Laptop', scopes: ['read'], languages: null, days: 30 },
  })
  await expect(connect(terminal(), { option: undefined, configured: null })).rejects.toThrow('Which server?')
  await expect(connect(terminal(), { option: origin, configured: null })).rejects.toThrow(
    `There is no token for ${origin}`,
  )
  await writeKeptTokens({ XDG_CONFIG_HOME: home }, { last: origin, tokens: new Map([[origin, secret]]) })
  for (const configured of [null, origin])
    expect((await connect(terminal(), { option: undefined, configured })).server).toBe(origin)
  const { call } = await connect(terminal(), { option: origin, configured: 'https://other.example.com' })
  await expect(call(api.projects.list, {})).resolves.toMatchObject({ projects: [] })
})

test('a file of a repository does not determine who gets the token of the environment', async () => {
  const env = { DRAGOMAN_TOKEN: 'drg_secret' }
  const configured = 'https://somewhere.example.com'
  await expect(connect(terminal(env), { option: undefined, configured })).rejects.toThrow(
    'Set DRAGOMAN_SERVER=https://somewhere.example.com',
  )
  const named = terminal({ ...env, DRAGOMAN_SERVER: configured })
  expect((await connect(named, { option: undefined, configured })).server).toBe(configured)
})

test('the token of the environment is not sent to the server of the last login', async () => {
  const last = 'https://other.example.com'
  await writeKeptTokens({ XDG_CONFIG_HOME: home }, { last, tokens: new Map() })
  const env = { DRAGOMAN_TOKEN: 'drg_secret' }
  const err = `DRAGOMAN_TOKEN is sent only to a server named in the command or in DRAGOMAN_SERVER, not to that of dragoman.json or of the last login. Set DRAGOMAN_SERVER=${last}.`
  const connecting = connect(terminal(env), { option: undefined, configured: null })
  await expect(connecting).rejects.toThrow(new UsageError(err))
  expect(await runCommand(['whoami'], { ...env, XDG_CONFIG_HOME: home })).toEqual({ code: 2, out: '', err })
})
