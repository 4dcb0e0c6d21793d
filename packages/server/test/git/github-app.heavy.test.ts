import { generateKeyPairSync } from 'node:crypto'
import { api } from '@dragoman/contract'
import { gitSource } from '@dragoman/store'
import { afterEach, expect, test } from 'vitest'
import { overServer } from '../folder-project.ts'
import type { ForgeWorld } from '../forges/double-world.ts'
import { type ForgeDouble, openForgeDouble } from '../forges/forge-double.ts'
import { GITHUB_APP } from '../forges/github-double.ts'
import { openTestServer, type TestServer } from '../test-server.ts'
import { reachesThisMachine } from './git-project.ts'
import { type GitServer, openGitServer, type TestRepository } from './git-server.ts'

/** A repository with an installed GitHub App, connected through the API like on the screen. */

const EN = '{\n  "title": "Shop",\n  "pay": "Pay"\n}\n'
const DE = '{\n  "title": "Laden",\n  "pay": "Zahlen"\n}\n'
const params = { project: 'shop' }

type Opened = {
  readonly server: TestServer
  readonly git: GitServer
  readonly double: ForgeDouble
  readonly world: ForgeWorld
  readonly repository: TestRepository
  readonly signIn: {
    readonly kind: 'github-app'
    readonly appId: string
    readonly installation: null
    readonly privateKey: string
    readonly origin: string
  }
}

let opened: Opened | null = null
afterEach(async () => {
  await opened?.server.close()
  await opened?.git.close()
  await opened?.double.end()
  expect(opened?.double.problems ?? []).toEqual([])
  opened = null
})

async function open(): Promise<Opened> {
  const git = await openGitServer()
  const double = await openForgeDouble('github')
  // Only the app's tokens get in, as at GitHub.
  git.isToken = (token) => double.app.tokens.has(token)
  const repository = git.createRepository('team/shop')
  repository.write({ 'locales/en.json': EN, 'locales/de.json': DE })
  repository.commit('First')
  const world = double.addRepository('team/shop', repository.bare)
  const server = await openTestServer({ config: reachesThisMachine() })
  await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
  const signIn = { kind: 'github-app', ...GITHUB_APP, installation: null, origin: double.origin } as const
  opened = { server, git, double, world, repository, signIn }
  return opened
}

async function connect({ server, repository, signIn }: Opened): Promise<number> {
  const { id, job } = await server.call(api.git.connect, {
    params,
    body: {
      repository: repository.url,
      branch: 'main',
      signIn,
      pattern: 'locales/{lng}.json',
      format: 'i18next-json',
      mode: 'pull-request',
      forge: { kind: 'github', origin: null },
    },
  })
  await server.server.deps.jobs.ended(job.id)
  return id
}

/** Tests other credentials, and returns what the person sees. */
const tested = async ({ server }: Opened, source: number) =>
  server.call(api.git.test, { params: { ...params, source } })
const checkedAt = ({ server, repository }: Opened, signIn: Opened['signIn']) => ({
  params,
  body: { repository: repository.url, branch: null, signIn },
  server,
})
const refusedLook = async (at: Opened, signIn: Opened['signIn']) => {
  const { server, ...request } = checkedAt(at, signIn)
  const { code, params: given } = await server.fail(api.git.look, request)
  return [code, given.reason, given.forge]
}

test('an app reads, pushes and opens the pull request, with a new token when the old one expires after an hour', async () => {
  const at = await open()
  const { server, git, double, world, repository, signIn } = at
  const found = await server.call(api.git.look, {
    params,
    body: { repository: repository.url, branch: null, signIn },
  })
  expect(found.candidates[0]).toMatchObject({ pattern: 'locales/{lng}.json' })
  const source = await connect(at)
  const { save } = overServer(server)
  await save('pay', 'de', 'Bezahlen')
  const send = () => server.call(api.git.send, { params: { ...params, source } })
  expect(await send()).toMatchObject({
    signIn: 'github-app',
    app: { appId: GITHUB_APP.appId, installation: null },
    forge: { kind: 'github', hasToken: false },
    pullRequest: { state: 'open' },
  })
  expect(world.pulls).toHaveLength(1)
  expect(repository.fileAt('l10n/dragoman', 'locales/de.json')).toBe(DE.replace('Zahlen', 'Bezahlen'))
  // One token for all of it, though each step opens the repository again
  const asked = () => double.requests.filter((line) => line.endsWith('/access_tokens')).length
  expect(asked()).toBe(1)
  expect(await server.call(api.git.checks, { params: { ...params, source } })).toEqual({ checks: [] })
  expect(asked()).toBe(1)
  // Revoked: Git is refused first, and requests another one the next time.
  double.app.tokens.clear()
  await save('title', 'de', 'Geschäft')
  await server.fail(api.git.send, { params: { ...params, source } })
  await send()
  expect(asked()).toBe(2)
  expect(repository.fileAt('l10n/dragoman', 'locales/de.json')).toContain('Geschäft')
  expect(git.requests.length).toBeGreaterThan(0)
})

test('its key is encrypted, and shown to no one', async () => {
  const at = await open()
  const { server, signIn } = at
  const source = await connect(at)
  const { deps } = server.server
  const row = await deps.store.read((r) => gitSource(r, source))
  const shown = await server.call(api.git.get, { params: { ...params, source } })
  const line = signIn.privateKey.split('\n')[1] ?? ''
  expect(line.length).toBeGreaterThan(40)
  for (const text of [JSON.stringify(row), JSON.stringify(shown), JSON.stringify(server.logged)])
    expect(text).not.toContain(line)
})

test('problems with it are reported before it is connected', async () => {
  const at = await open()
  const { double, signIn, server } = at
  const forge = (code: string) => ['unusable-repository', 'forge-refused', code]
  expect(await refusedLook(at, { ...signIn, privateKey: 'no key' })).toEqual(forge('key-unusable'))
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ec = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  expect(await refusedLook(at, { ...signIn, privateKey: ec })).toEqual(forge('key-unusable'))
  double.app.isInstalled = false
  expect(await refusedLook(at, signIn)).toEqual(forge('app-not-installed'))
  double.app.isInstalled = true
  double.app.isRevoked = true
  expect(await refusedLook(at, signIn)).toEqual(forge('app-refused'))
  double.app.isRevoked = false
  const ssh = { repository: 'git@127.0.0.1:team/shop.git', branch: null, signIn }
  expect(await server.fail(api.git.look, { params, body: ssh })).toMatchObject({
    params: { reason: 'needs-key' },
  })
  // As it comes from an environment variable
  const inOneLine = { ...signIn, privateKey: signIn.privateKey.replaceAll('\n', '\\n') }
  const { server: on, ...request } = checkedAt(at, inOneLine)
  expect((await on.call(api.git.look, request)).branch).toBe('main')
})

test('the test of access names the missing rights and a revoked key; translating continues', async () => {
  const at = await open()
  const { server, double } = at
  const source = await connect(at)
  expect(await tested(at, source)).toEqual({ canRead: true, canWrite: true, problem: null })
  double.app.permissions = { contents: 'write', pull_requests: 'read', metadata: 'read' }
  expect(await tested(at, source)).toMatchObject({
    problem: {
      code: 'forge-refused',
      params: {
        forge: 'app-permissions',
        missing: 'Pull requests: write, Checks: read, Commit statuses: read',
      },
    },
  })
  await server.call(api.git.update, { params: { ...params, source }, body: { mode: 'push' } })
  expect((await tested(at, source)).problem).toBeNull()
  double.app.isRevoked = true
  double.app.tokens.clear()
  expect(await tested(at, source)).toMatchObject({
    canRead: false,
    problem: { code: 'forge-refused', params: { forge: 'app-refused' } },
  })
  const { save, text } = overServer(server)
  await save('pay', 'de', 'Bezahlen')
  expect(await server.fail(api.git.send, { params: { ...params, source } })).toMatchObject({
    params: { reason: 'forge-refused', forge: 'app-refused' },
  })
  const state = await server.call(api.git.get, { params: { ...params, source } })
  expect(state.problem).toMatchObject({ code: 'forge-refused', params: { forge: 'app-refused' } })
  expect(await text('pay', 'de')).toBe('Bezahlen')
  double.app.isRevoked = false
  await server.call(api.git.send, { params: { ...params, source } })
  expect(at.repository.fileAt('main', 'locales/de.json')).toBe(DE.replace('Zahlen', 'Bezahlen'))
})
