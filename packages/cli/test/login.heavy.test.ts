import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../server/test/test-server.ts'
import { run } from '../src/run.ts'
import { bundleCli } from './bundle-cli.ts'
import { startProgram } from './programs.ts'

let server: TestServer
let home = ''
beforeEach(async () => {
  server = await openTestServer()
  home = await mkdtemp(join(tmpdir(), 'dragoman-home-'))
})
afterEach(async () => {
  await server.close()
  await rm(home, { recursive: true, force: true })
})

/** Runs the program in this process, because a separate one takes seconds on a busy machine. */
async function say(args: readonly string[], env: Record<string, string> = {}) {
  let out = ''
  const add = (text: string) => {
    out += `${text}\n`
  }
  const code = await run(args, { env: { XDG_CONFIG_HOME: home, ...env }, print: add, complain: add })
  return { code, out }
}

/** Runs the program as in a terminal with prompts. */
async function dragoman(args: readonly string[], typed: string) {
  const program = join(await bundleCli(), 'dragoman.js')
  const env = { ...process.env, XDG_CONFIG_HOME: home, DRAGOMAN_TOKEN: '' }
  const { code, out, err } = await startProgram(process.execPath, [program, ...args], { env, typed }).ended
  return { code, out: out + err }
}

async function makeToken() {
  const body = { name: 'Laptop', scopes: ['read' as const], languages: null, days: 30 }
  return server.call(api.tokens.createOwn, { body })
}

test('a token is requested, verified, and stored for this user only', async () => {
  const { origin } = server.server
  const { token, secret } = await makeToken()
  const wrong = await dragoman(['login', origin], 'drg_wrong\n')
  expect([wrong.code, wrong.out]).toEqual([1, expect.stringContaining('rejected this token')])
  const right = await dragoman(['login', origin], `${secret}\n`)
  expect([right.code, right.out]).toEqual([0, expect.stringContaining(`Signed in to ${origin}`)])
  expect(right.out).not.toContain(secret)
  const file = join(home, 'dragoman', 'tokens.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(join(home, 'dragoman'))).mode & 0o777).toBe(0o700)
  expect((await say(['whoami'])).out).toContain(origin)
  const other = await say(['whoami'], { DRAGOMAN_TOKEN: 'drg_of-ci', DRAGOMAN_SERVER: origin })
  expect(other.code).toBe(1)
  await server.call(api.tokens.revokeOwn, { params: { token: token.id } })
  expect((await say(['whoami'])).out).toContain('revoked')
  expect((await say(['logout'])).code).toBe(0)
  expect((await say(['whoami'])).out).toContain('not signed in')
})

test('a token is not sent unencrypted, nor to something that is not a server', async () => {
  expect((await say(['login', 'http://l10n.example.com'])).code).toBe(2)
  expect((await say(['login', 'l10n'])).code).toBe(2)
})
