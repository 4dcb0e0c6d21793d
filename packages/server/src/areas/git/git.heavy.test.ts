import { symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { api, type Failure } from '@dragoman/contract'
import { gitSource, sourceById } from '@dragoman/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reachesThisMachine } from '../../../test/git/git-project.ts'
import { type GitServer, openGitServer, type TestRepository } from '../../../test/git/git-server.ts'
import { DATABASES, eventually, openTestServer, type TestServer } from '../../../test/test-server.ts'
import { openForgeToken, openWebhookSecret } from '../../sources/git/access/git-secrets.ts'
import { openSourceForge } from '../../sources/git/source-forge.ts'

let server: TestServer
let git: GitServer
let shop: TestRepository
const params = { project: 'shop' }

beforeAll(async () => {
  git = await openGitServer()
  shop = git.createRepository('shop')
  shop.write({
    'README.md': '# Shop\n',
    'src/app.ts': 'export {}\n',
    'locales/en/app.json': '{\n  "title": "Title",\n  "due": "Due on {{date}}"\n}\n',
    'locales/de/app.json': '{\n  "title": "Titel",\n  "due": "Fällig am {{date}}"\n}\n',
    'locales/fr/app.json': 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 4\n',
  })
  symlinkSync('/etc/passwd', join(shop.work, 'locales', 'pl.json'))
  shop.commit('First')
  server = await openTestServer({ config: reachesThisMachine() })
  await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
})
afterAll(async () => {
  await server.close()
  await git.close()
})

const signIn = () => ({ kind: 'password' as const, user: git.user, password: git.password })
const look = (repository: string, branch: string | null = null) =>
  server.call(api.git.look, { params, body: { repository, branch, signIn: signIn() } })
const reasonOf = async (failed: Promise<Failure>) => {
  const { code, params: given } = await failed
  return code === 'unusable-repository' ? given.reason : code
}
const refused = (repository: string, body: object = {}) =>
  reasonOf(
    server.fail(api.git.look, {
      params,
      body: { repository, branch: null, signIn: { kind: 'none' as const }, ...body },
    }),
  )

describe('inspecting a repository', () => {
  test('asks an own host which forge it is', async () => {
    const own = git.createRepository('team/forge')
    own.write({ 'locales/en.json': '{}' })
    own.commit('First')
    expect((await look(own.url)).forge).toBeNull()
    git.forgeAnswers.set('/api/v4/version', { version: '18.2.0', revision: 'abc' })
    expect((await look(own.url)).forge).toBe('gitlab')
    git.forgeAnswers.set('/api/v1/version', { version: '1.24.0' })
    expect((await look(own.url)).forge).toBe('gitea')
    git.forgeAnswers.clear()
  })

  test('lists branches, what was found and what cannot be read', async () => {
    shop.git('push', '--quiet', 'origin', 'HEAD:refs/heads/next')
    const found = await look(shop.url)
    expect(found).toMatchObject({
      repository: shop.url,
      branches: ['main', 'next'],
      branchCount: 2,
      defaultBranch: 'main',
      branch: 'main',
      fileCount: 5,
      isWhole: true,
    })
    expect(found.candidates[0]).toMatchObject({
      pattern: 'locales/{lng}/{ns}.json',
      sourceLanguage: 'en',
      isConnected: false,
    })
    expect(found.leftOut).toEqual([
      { path: 'locales/pl.json', reason: 'link' },
      { path: 'locales/fr/app.json', reason: 'lfs-pointer' },
    ])
  })

  test('requests few contents of many files, in few requests', async () => {
    const large = git.createRepository('large')
    const files: Record<string, string> = {}
    for (let i = 0; i < 3000; i++) files[`src/part${i % 60}/module${i}.ts`] = `export const a = ${i}\n`
    for (const language of ['en', 'de', 'fr', 'pl'])
      for (let i = 0; i < 60; i++)
        files[`locales/${language}/part${i}.json`] = `{ "a": "${language} ${i}" }\n`
    large.write(files)
    large.commit('Many')
    const before = git.requests.length
    const found = await look(large.url)
    expect(found.candidates[0]).toMatchObject({ pattern: 'locales/{lng}/{ns}.json', fileCount: 240 })
    expect(git.requests.length - before).toBeLessThan(25)
  })

  test.each([
    ['file:///etc/passwd', 'scheme'],
    ['ext::sh -c touch% /tmp/dragoman', 'scheme'],
    ['git://127.0.0.1/app.git', 'scheme'],
    ['--upload-pack=touch /tmp/dragoman', 'not-an-address'],
    ['-u', 'not-an-address'],
    ['/etc', 'not-an-address'],
    ['https://bot:secret@git.example.org/app.git', 'credentials'],
    ['http://8.8.8.8/app.git', 'scheme'],
    ['http://10.0.0.1/app.git', 'address-not-allowed'],
    ['http://169.254.169.254/latest/meta-data', 'address-not-allowed'],
    ['http://[::1]:4400/app.git', 'address-not-allowed'],
    ['http://no-such-host.invalid/app.git', 'no-such-host'],
    ['http://127.0.0.1:1/app.git', 'unreachable'],
    ['git@127.0.0.1:team/app.git', 'needs-key'],
  ])('%s is refused as %s', async (address, reason) => {
    expect(await refused(address)).toBe(reason)
  })

  test('reports what is wrong with it', async () => {
    expect(await refused(shop.url)).toBe('sign-in-needed')
    expect(await refused(shop.url, { signIn: { ...signIn(), password: 'wrong' } })).toBe('sign-in-refused')
    expect(await refused(`${git.origin}/nothing.git`, { signIn: signIn() })).toBe('not-found')
    expect(await refused(shop.url, { signIn: signIn(), branch: 'gone' })).toBe('branch-missing')
    expect(await refused(git.createRepository('empty').url, { signIn: signIn() })).toBe('empty')
    expect(await refused(shop.url, { signIn: signIn(), branch: '--upload-pack=x' })).toBe('invalid-input')
    expect(await refused(shop.url, { signIn: { ...signIn(), user: 'a\nhost=evil' } })).toBe('invalid-input')
    const key = { kind: 'deploy-key', key: 'v1.x', hostKeys: [{ type: 'ssh-ed25519', key: 'AAAA' }] }
    expect(await refused(shop.url, { signIn: key })).toBe('needs-ssh')
  })

  test('does not follow redirects to another place', async () => {
    const elsewhere = createServer((_, response) =>
      response.writeHead(301, { location: 'http://169.254.169.254/app.git/info/refs' }).end(),
    )
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const { port } = elsewhere.address() as AddressInfo
    try {
      expect(await refused(`http://127.0.0.1:${port}/app.git`)).toBe('redirected')
    } finally {
      await new Promise((resolve) => elsewhere.close(resolve))
    }
  })

  test('finds nothing if there is nothing, and unusual names do no harm', async () => {
    const odd = git.createRepository('odd')
    odd.write({ 'locales/line\nbreak.json': '{}', 'docs/a.md': 'x' })
    odd.commit('Odd')
    const found = await look(odd.url)
    expect(found.candidates).toEqual([])
    expect(found.leftOut).toEqual([{ path: 'locales/line\\x0abreak.json', reason: 'unusable-name' }])
  })

  test('names files that a program generates, and does not connect them', async () => {
    const cloud = git.createRepository('cloud')
    const text =
      '{ "translations": {\n    "Save" : "Speichern"\n},"pluralForm" :"nplurals=2; plural=(n != 1);"\n}'
    cloud.write({
      'l10n/de.js': 'OC.L10N.register(\n    "deck",\n    {\n    "Save" : "Speichern"\n},\n"");\n',
      'l10n/de.json': text,
    })
    cloud.commit('Generated')
    const found = await look(cloud.url)
    expect(found.candidates).toEqual([])
    expect(found.leftOut).toEqual([{ path: 'l10n/de.json', reason: 'generated' }])
    const body = { repository: cloud.url, branch: 'main', signIn: signIn(), mode: 'by-hand' } as const
    const failed = await server.fail(api.git.connect, { params, body })
    expect([failed.code, failed.params]).toEqual(['no-locale-files', { generated: 'l10n/de.json' }])
  })
})

describe('keys', () => {
  test('are generated, and only the public half is shown', async () => {
    const key = await server.call(api.git.createKey, { params })
    expect(key.publicKey).toMatch(/^ssh-ed25519 [A-Za-z0-9+/]+={0,2} dragoman shop$/)
    expect(key.fingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/)
    expect(JSON.stringify(key)).not.toContain('PRIVATE')
  })

  test('of servers are requested only if nothing forbids it', async () => {
    const ask = (repository: string) =>
      reasonOf(server.fail(api.git.hostKeys, { params, body: { repository } }))
    expect(await ask('git@10.1.2.3:team/app.git')).toBe('address-not-allowed')
    expect(await ask('https://git.example.org/app.git')).toBe('needs-ssh')
    expect(await ask('ssh://git@127.0.0.1:1/app.git')).toBe('unreachable')
  })

  test('cannot be generated without the program', async () => {
    const without = await openTestServer({ config: { ...reachesThisMachine(), searchPath: '/nonexistent' } })
    await without.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
    try {
      expect((await without.fail(api.git.createKey, { params })).params.reason).toBe('no-ssh')
      const body = { repository: shop.url, branch: null, signIn: { kind: 'none' as const } }
      expect((await without.fail(api.git.look, { params, body })).params.reason).toBe('no-git')
    } finally {
      await without.close()
    }
  })
})

describe('a connected branch', () => {
  let source: number

  beforeAll(async () => {
    const { job, ...connected } = await server.call(api.git.connect, {
      params,
      body: {
        repository: shop.url,
        branch: 'main',
        signIn: signIn(),
        mode: 'by-hand',
        settings: { quietMinutes: 5, message: 'l10n: {languages}' },
      },
    })
    source = connected.id
    expect(connected).toMatchObject({ kind: 'git', repository: shop.url, branch: 'main' })
    await server.server.deps.jobs.ended(job.id)
  })
  const at = () => ({ params: { ...params, source } })
  const state = () => server.call(api.git.get, { ...at(), query: { history: 20 } })

  test('shows its status and how it is pushed, but no secret', async () => {
    const found = await state()
    expect(found).toMatchObject({
      repository: shop.url,
      branch: 'main',
      mode: 'by-hand',
      signIn: 'password',
      isPaused: false,
      problem: null,
      waitingFiles: 0,
      settings: { quietMinutes: 5, message: 'l10n: {languages}', commitsBy: 'person' },
      webhook: null,
    })
    expect(JSON.stringify(found)).not.toContain(git.password)
  })

  test('can be connected only once', async () => {
    const body = {
      repository: shop.url,
      branch: 'main',
      signIn: signIn(),
      mode: 'push' as const,
    }
    expect(await server.fail(api.git.connect, { params, body })).toMatchObject({
      code: 'already-exists',
      params: { what: 'repository' },
    })
    const same = { ...body, branch: 'next', settings: { pullRequestBranch: 'next' } }
    expect((await server.fail(api.git.connect, { params, body: same })).params.reason).toBe('same-branch')
    const unfit = { ...body, branch: 'next', format: 'gettext-po' }
    expect((await server.fail(api.git.connect, { params, body: unfit })).code).toBe('invalid-input')
  })

  test('shows what is waiting, line by line, and whose it is', async () => {
    const { rows } = await server.call(api.translations.page, {
      params,
      query: { language: 'de', limit: 10 },
    })
    const row = rows.find(({ key }) => key.name === 'due')
    if (row === undefined) throw new Error('The key is missing')
    await server.call(api.translations.save, {
      params: { ...params, language: 'de', key: row.key.id },
      body: { forms: { other: 'Fällig bis {{date}}' }, baseVersion: row.target.version },
    })
    const { files, paths } = await eventually(async () => {
      const waiting = await server.call(api.git.waiting, { ...at(), query: { files: 20 } })
      return waiting.files.length > 0 && waiting
    })
    expect(paths).toEqual([{ path: files[0]?.path, isSent: false }])
    expect(files[0]).toMatchObject({
      path: 'locales/de/app.json',
      kind: 'changed',
      linesAdded: 1,
      linesRemoved: 1,
      texts: 1,
      people: [{ name: 'Ann', texts: 1 }],
      isWhole: true,
    })
    const lines = files[0]?.hunks[0]?.lines ?? []
    expect(
      lines.map(({ kind, before, after, text, marks }) => [
        kind,
        before,
        after,
        marks.map(([a, b]) => text.slice(a, b)),
      ]),
    ).toEqual([
      ['same', 1, 1, []],
      ['same', 2, 2, []],
      ['removed', 3, null, ['am']],
      ['added', null, 3, ['bis']],
      ['same', 4, 4, []],
    ])
    expect((await state()).sendsAt).toBeNull()
  })

  test('is pushed when it is sent', async () => {
    const found = await server.call(api.git.send, at())
    expect(found.lastSent).toMatchObject({ kind: 'out', texts: 1, people: [{ name: 'Ann', texts: 1 }] })
    expect(shop.fileAt('main', 'locales/de/app.json')).toContain('Fällig bis')
    await eventually(async () => (await state()).waitingFiles === 0)
  })

  test('is changed, paused and tested', async () => {
    const body = { isPaused: true, mode: 'push' as const, settings: { signOff: true } }
    expect(await server.call(api.git.update, { ...at(), body })).toMatchObject({
      isPaused: true,
      mode: 'push',
      settings: { signOff: true, quietMinutes: 5 },
    })
    expect(await server.call(api.git.test, at())).toEqual({ canRead: true, canWrite: true, problem: null })
    const wrong = { repository: shop.url, signIn: { ...signIn(), password: 'wrong' } }
    await server.call(api.git.update, { ...at(), body: wrong })
    expect(await server.call(api.git.test, at())).toMatchObject({
      canRead: false,
      canWrite: false,
      problem: { code: 'sign-in-refused' },
    })
    const forge = { kind: 'github' as const, origin: null, token: 'ghp_secret' }
    const changed = await server.call(api.git.update, {
      ...at(),
      body: { repository: shop.url, signIn: signIn(), forge, isPaused: false },
    })
    expect(changed).toMatchObject({ isPaused: false, forge: { kind: 'github', hasToken: true } })
    expect(JSON.stringify(changed)).not.toContain('ghp_secret')
    const kept = await server.call(api.git.update, {
      ...at(),
      body: { forge: { kind: 'github', origin: null } },
    })
    expect(kept.forge.hasToken).toBe(true)
  })

  test('shows the address and the secret for webhooks once', async () => {
    const first = await server.call(api.git.webhookSecret, at())
    expect(first.address).toMatch(new RegExp(`/hooks/git/${source}$`))
    const second = await server.call(api.git.webhookSecret, at())
    expect(second.secret).not.toBe(first.secret)
    const found = await state()
    expect(found.webhook).toBe(first.address)
    expect(JSON.stringify(found)).not.toContain(second.secret)
    const { store, sealing } = server.server.deps
    const row = await store.read((r) => gitSource(r, source))
    expect(openWebhookSecret(sealing, row?.webhookSecret ?? '')).toBe(second.secret)
    expect(openForgeToken(sealing, row?.forge.token ?? '')).toBe('ghp_secret')
  })

  test('a signing token that a forge has created can be entered instead of a secret', async () => {
    const secret = `whsec_${Buffer.from('a key of thirty-two bytes 012345').toString('base64')}`
    const { address } = await server.call(api.git.setWebhookSecret, { ...at(), body: { secret } })
    expect(address).toMatch(new RegExp(`/hooks/git/${source}$`))
    const { store, sealing } = server.server.deps
    const row = await store.read((r) => gitSource(r, source))
    expect(openWebhookSecret(sealing, row?.webhookSecret ?? '')).toBe(secret)
    expect(JSON.stringify(await state())).not.toContain(secret)
    const short = await server.fail(api.git.setWebhookSecret, { ...at(), body: { secret: 'short' } })
    expect(short.code).toBe('invalid-input')
  })
})

test('credentials of a source are sent to no other forge than the one they were entered for', async () => {
  const web = git.createRepository('team/web')
  web.write({ 'locales/en.json': '{ "title": "Title" }\n' })
  web.commit('First')
  await server.call(api.projects.create, { body: { slug: 'web', name: 'Web', sourceLanguage: 'en' } })
  const { id: source } = await server.call(api.git.connect, {
    params: { project: 'web' },
    body: {
      repository: web.url,
      branch: 'main',
      signIn: signIn(),
      mode: 'read-only',
      forge: { kind: 'gitea', origin: null, token: 'typed_for_before' },
    },
  })
  const at = { params: { project: 'web', source } }
  const heard: string[] = []
  const other = createServer((request, response) => {
    heard.push(request.headers.authorization ?? '')
    response.end('{}')
  })
  await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve))
  const origin = `http://localhost:${(other.address() as AddressInfo).port}`
  const askForge = async () => {
    const { store, repositories, now } = server.server.deps
    const row = await store.read((r) => sourceById(r, source))
    const found = await store.read((r) => gitSource(r, source))
    if (row?.kind !== 'git' || found === null) throw new Error('There is no such source')
    const forge = openSourceForge({ ...repositories, row, now }, found)
    await forge?.repository().catch(() => undefined)
    return forge
  }
  try {
    const forge = { kind: 'gitea' as const, origin }
    const kept = await server.fail(api.git.update, { ...at, body: { forge } })
    expect([kept.code, kept.fields]).toEqual([
      'invalid-input',
      [{ pointer: '/forge/token', code: 'token-of-other-forge' }],
    ])
    await server.call(api.git.update, {
      ...at,
      body: { repository: web.url, forge: { ...forge, token: 'typed_for_it' } },
    })
    expect(await askForge()).not.toBeNull()
    expect(heard).toEqual(['token typed_for_it'])
    // Without an address, the host of the repository would get it.
    const moved = await server.fail(api.git.update, {
      ...at,
      body: { forge: { kind: 'gitea', origin: null } },
    })
    expect(moved.fields).toEqual([{ pointer: '/forge/token', code: 'token-of-other-forge' }])
    await server.call(api.git.update, { ...at, body: { forge } })
    // Not even the password of the repository, which belongs to another host.
    await server.call(api.git.update, { ...at, body: { forge: { ...forge, token: null } } })
    expect(await askForge()).toBeNull()
    expect(heard).toHaveLength(1)
  } finally {
    other.close()
  }
})

test.each(DATABASES)(
  'settings that several people change at the same moment are all kept, on %s',
  async (database) => {
    const other = await openTestServer({ database, config: reachesThisMachine() })
    try {
      await other.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
      const body = { repository: shop.url, branch: 'main', signIn: signIn(), mode: 'read-only' as const }
      const { id: source } = await other.call(api.git.connect, { params, body })
      const at = { params: { ...params, source } }
      const changes = [{ skipCi: true }, { message: 'l10n' }, { quietMinutes: 7 }, { signOff: true }]
      await Promise.all(changes.map((settings) => other.call(api.git.update, { ...at, body: { settings } })))
      const { settings } = await other.call(api.git.get, { ...at, query: { history: 1 } })
      expect(settings).toMatchObject(Object.assign({}, ...changes))
    } finally {
      await other.close()
    }
  },
)
