import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Forge, ForgeKind, ForgeSignIn } from '../../src/forges/forge.ts'
import { ForgeError } from '../../src/forges/forge-error.ts'
import { openForge } from '../../src/forges/open-forge.ts'
import { forgeLocationOf, readForge } from '../../src/forges/read-forge.ts'
import { readRemoteAddress } from '../../src/git/remote-address.ts'
import { readAllowedAddress } from '../../src/outgoing/allowed-addresses.ts'
import { openOutgoing } from '../../src/outgoing/open-outgoing.ts'
import { type GitServer, openGitServer, type TestRepository } from '../git/git-server.ts'
import { commitOf, type ForgeWorld } from './double-world.ts'
import { type DoubleName, type ForgeDouble, openForgeDouble } from './forge-double.ts'
import { codeOf, runForgeSuite } from './forge-suite.ts'
import { GITHUB_APP, INSTALLATION } from './github-double.ts'

const loopback = readAllowedAddress('127.0.0.1')
const outgoing = openOutgoing({
  allowed: { networks: loopback && 'network' in loopback ? [loopback.network] : [], hosts: new Set() },
  userAgent: 'Dragoman/test',
})
const PATH = 'team/shop'

let gitServer: GitServer
/** For tests that only read. */
let unchanged: TestRepository
beforeAll(async () => {
  gitServer = await openGitServer()
  unchanged = beginRepository('unchanged')
})
afterAll(() => gitServer.close())

const doubles: ForgeDouble[] = []
afterEach(async () => {
  for (const double of doubles.splice(0)) {
    await double.end()
    expect(double.problems).toEqual([])
  }
})

type Setting = {
  readonly double: ForgeDouble
  readonly repository: TestRepository
  readonly world: ForgeWorld
  readonly forge: Forge
  readonly open: (signIn: ForgeSignIn) => Forge
}

let repositories = 0
function beginRepository(name: string): TestRepository {
  const repository = gitServer.createRepository(name)
  repository.write({ 'locales/en.json': '{\n  "a": "A",\n  "b": "B"\n}\n' })
  repository.commit('Begin')
  return repository
}

async function openSetting(
  name: DoubleName,
  options: { app?: boolean; now?: () => Date; repository?: TestRepository } = {},
): Promise<Setting> {
  const double = await openForgeDouble(name)
  doubles.push(double)
  const repository = options.repository ?? beginRepository(`forge-${repositories++}`)
  const world = double.addRepository(PATH, repository.bare)
  const kind: ForgeKind = name === 'forgejo' ? 'gitea' : name
  const open = (signIn: ForgeSignIn) =>
    openForge(
      { outgoing, now: options.now ?? (() => new Date()) },
      { kind, origin: double.origin, path: PATH },
      signIn,
    )
  const signIn: ForgeSignIn =
    options.app === true ? { kind: 'github-app', ...GITHUB_APP } : { kind: 'token', token: double.token }
  return { double, repository, world, forge: open(signIn), open }
}

/** Creates a branch with one file changed, and a pull request for it. */
async function openRequest({ repository, forge }: Setting, branch = 'dragoman/shop') {
  pushBranch(repository, branch, { 'locales/de.json': '{ "a": "Ah" }\n' })
  return forge.openPullRequest({ head: branch, base: 'main', title: 'Texts', body: 'Body' })
}

function pushBranch(repository: TestRepository, branch: string, files: Readonly<Record<string, string>>) {
  repository.git('checkout', '--quiet', '-B', branch, 'origin/main')
  repository.write(files)
  const commit = repository.commit(`Change ${branch}`, '--force')
  repository.git('checkout', '--quiet', 'main')
  return commit
}

const ALL: readonly DoubleName[] = ['github', 'gitlab', 'gitea', 'forgejo']

describe.each(ALL)('%s', (name) => {
  test('does everything that Dragoman requires of a forge', async () => {
    const { double, repository, world, forge, open } = await openSetting(name)
    const steps: string[] = []
    const closed = await runForgeSuite(
      {
        forge,
        stranger: open({ kind: 'token', token: 'somebody-elses-token' }),
        branch: 'dragoman/check',
        push: async (branch, files) => pushBranch(repository, branch, files),
        deleteBranch: async (branch) => void repository.git('push', '--quiet', 'origin', `:${branch}`),
      },
      (step) => steps.push(step),
    )
    expect(steps.length).toBe(11)
    const [pull] = world.pulls
    expect(pull?.comments.map(({ body }) => body)).toEqual([
      '<!-- dragoman:check/forge -->\nThe same comment, changed',
    ])
    expect(commitOf(world, 'dragoman/check')).toBeNull()
    // Its branch is gone, and it is still found by it.
    const found = await forge.findPullRequest({ head: 'dragoman/check', base: 'main' })
    expect(found).toMatchObject({ number: closed.number, state: 'closed', headBranch: 'dragoman/check' })
    expect(double.requests.length).toBeLessThan(60)
  })

  test.each(['merge', 'squash', 'rebase'] as const)('a person merges by %s', async (how) => {
    const setting = await openSetting(name)
    const { number, mergeable } = await openRequest(setting)
    expect(mergeable).toBe('yes')
    setting.repository.write({ 'README.md': 'More\n' })
    setting.repository.commit('Somebody else')
    await setting.double.merge(setting.world, number, how)
    const merged = await setting.forge.findPullRequest({ head: 'dragoman/shop', base: 'main' })
    expect(merged).toMatchObject({ number, state: 'merged', endedBy: 'rita', mergeable: 'unknown' })
    expect(merged?.mergeCommit).toBe(commitOf(setting.world, 'main'))
    expect(setting.repository.fileAt('main', 'locales/de.json')).toBe('{ "a": "Ah" }\n')
  })

  test('a person closes and reopens; the newest one counts', async () => {
    const setting = await openSetting(name)
    const first = await openRequest(setting)
    await setting.double.close(setting.world, first.number)
    const closed = await setting.forge.pullRequest(first.number)
    expect(closed.state).toBe('closed')
    // Gitea and Forgejo do not report who closed it.
    expect(closed.endedBy).toBe(name === 'gitea' || name === 'forgejo' ? null : 'rita')
    await setting.double.reopen(setting.world, first.number)
    expect(await setting.forge.pullRequest(first.number)).toMatchObject({ state: 'open', endedBy: null })
    await setting.double.close(setting.world, first.number)
    const second = await openRequest(setting)
    expect(second.number).toBeGreaterThan(first.number)
    expect(await setting.forge.findPullRequest({ head: 'dragoman/shop', base: 'main' })).toMatchObject({
      number: second.number,
      state: 'open',
    })
    expect(await setting.forge.findPullRequest({ head: 'dragoman/shop', base: 'other' })).toBeNull()
  })

  test('conflicts with its base are reported', async () => {
    const setting = await openSetting(name)
    const { repository, forge } = setting
    pushBranch(repository, 'dragoman/shop', { 'locales/en.json': '{\n  "a": "Ours",\n  "b": "B"\n}\n' })
    repository.write({ 'locales/en.json': '{\n  "a": "Theirs",\n  "b": "B"\n}\n' })
    repository.commit('The same line')
    const request = await forge.openPullRequest({ head: 'dragoman/shop', base: 'main', title: 'T', body: '' })
    expect(request.mergeable).toBe('no')
    expect(request.body).toBe('')
  })

  test('a comment is found after a hundred others, and one that quotes it is left alone', async () => {
    const setting = await openSetting(name)
    const { number } = await openRequest(setting)
    const pull = setting.world.pulls[0]
    for (let id = 5000; id < 5130; id++)
      pull?.comments.push({ id, body: `> <!-- dragoman:check/shop -->\n> quoted ${id}`, author: 'rita' })
    await setting.forge.putComment(number, { marker: 'check/shop', body: 'One' })
    await setting.forge.putComment(number, { marker: 'check/shop', body: 'Two' })
    await setting.forge.putComment(number, { marker: 'check/other', body: 'Three' })
    expect(pull?.comments.slice(130).map(({ body }) => body)).toEqual([
      '<!-- dragoman:check/shop -->\nTwo',
      '<!-- dragoman:check/other -->\nThree',
    ])
  })

  test('all pages of checks are read, the newest of each name', async () => {
    const setting = await openSetting(name, { repository: unchanged })
    const commit = commitOf(setting.world, 'main') ?? ''
    for (let at = 0; at < 120; at++)
      await setting.forge.reportCheck(commit, {
        name: `check ${at % 60}`,
        state: at < 60 ? 'failed' : 'passed',
        title: 'Named',
        summary: '',
        url: null,
      })
    const checks = await setting.forge.checks(commit)
    expect(checks.length).toBe(60)
    expect(new Set(checks.map(({ state }) => state))).toEqual(new Set(['passed']))
    if (name === 'gitlab') expect(checks[0]?.seconds).toBe(65)
  })

  test('what goes wrong has one of a few codes, and contains no token', async () => {
    const setting = await openSetting(name, { repository: unchanged })
    const { double, forge } = setting
    const words = JSON.stringify({ message: `Forbidden for ${double.token}`, error: 'no' })
    for (const [fault, code] of [
      [{ status: 500, body: '{}' }, 'unreachable'],
      [{ status: 502, body: '<html><h1>Bad gateway</h1></html>' }, 'unreachable'],
      [
        { status: 200, body: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } },
        'unexpected-answer',
      ],
      [{ status: 200, body: '{"default_branch": "ma' }, 'unexpected-answer'],
      [{ status: 200, body: '{"default_branch": 7}' }, 'unexpected-answer'],
      [{ status: 200, body: '[]' }, 'unexpected-answer'],
      [{ status: 200, body: 'null' }, 'unexpected-answer'],
      [{ how: 'cut' }, 'unreachable'],
      [{ status: 401, body: words }, 'sign-in-refused'],
      [{ status: 403, body: words }, 'not-allowed'],
      [{ status: 403, body: words, headers: { 'x-ratelimit-remaining': '0' } }, 'rate-limited'],
      [{ status: 403, body: '{"message":"You have exceeded a secondary rate limit"}' }, 'rate-limited'],
      [{ status: 429, body: '' }, 'rate-limited'],
      [{ status: 404, body: words }, 'not-found'],
      [{ status: 410, body: '' }, 'not-found'],
      [{ status: 418, body: words }, 'unexpected-answer'],
    ] as const) {
      double.faults.push(fault)
      const error = await forge.repository().catch((reason: unknown) => reason)
      if (!(error instanceof ForgeError)) throw new Error('no ForgeError', { cause: error })
      expect([fault, error.code]).toEqual([fault, code])
      const printed = `${error} ${error.stack} ${JSON.stringify(error)} ${JSON.stringify(error.params)}`
      expect(printed).not.toContain(double.token)
      if (code === 'sign-in-refused') expect(error.says).toContain('Forbidden for …')
    }
    expect(await codeOf(forge.pullRequest(77))).toBe('not-found')
  })

  test("the time of the next request is taken from the forge's response", async () => {
    const now = new Date('2026-11-23T07:00:00Z')
    const { double, forge } = await openSetting(name, { now: () => now, repository: unchanged })
    for (const [headers, wanted] of [
      [{ 'retry-after': '30' }, '2026-11-23T07:00:30.000Z'],
      [{ 'retry-after': 'Mon, 23 Nov 2026 07:10:00 GMT' }, '2026-11-23T07:10:00.000Z'],
      [{ 'x-ratelimit-reset': String(now.getTime() / 1000 + 90) }, '2026-11-23T07:01:30.000Z'],
      [{ 'ratelimit-reset': String(now.getTime() / 1000 + 45) }, '2026-11-23T07:00:45.000Z'],
      [{}, '2026-11-23T07:01:00.000Z'],
    ] as const) {
      double.faults.push({ status: 429, headers })
      const error = await forge.repository().catch((reason: unknown) => reason)
      expect((error as ForgeError).retryAt?.toISOString()).toBe(wanted)
    }
  })

  test('a redirect to a renamed repository is followed on the same host, never to another', async () => {
    const { double, forge } = await openSetting(name, { repository: unchanged })
    const other = await openForgeDouble(name)
    doubles.push(other)
    const base = name === 'github' ? '/api/v3' : name === 'gitlab' ? '/api/v4' : '/api/v1'
    const repo = name === 'gitlab' ? `/projects/${encodeURIComponent(PATH)}` : `/repos/${PATH}`
    double.faults.push({ status: 301, headers: { location: `${base}${repo}` } })
    expect((await forge.repository()).defaultBranch).toBe('main')
    double.faults.push({ status: 302, headers: { location: `${other.origin}${base}${repo}` } })
    expect(await codeOf(forge.repository())).toBe('moved')
    // Write requests are not redirected.
    double.faults.push({ status: 302, headers: { location: `${base}${repo}` }, on: /^(?:PATCH|PUT) / })
    expect(await codeOf(forge.updatePullRequest(1, { title: 'T', body: 'B' }))).toBe('moved')
    for (let times = 0; times < 5; times++)
      double.faults.push({ status: 301, headers: { location: `${base}${repo}` } })
    expect(await codeOf(forge.repository())).toBe('moved')
    expect(other.requests).toEqual([])
  })

  test('is recognized by its responses', async () => {
    const { double } = await openSetting(name, { repository: unchanged })
    const address = readRemoteAddress(`${double.origin}/team/shop.git`)
    if ('fault' in address) throw new Error(address.fault)
    if (name === 'github')
      double.faults.push({
        body: '{}',
        status: 200,
        headers: { 'x-github-request-id': 'A:B' },
        on: /v3|\/meta/,
      })
    expect(await readForge(outgoing, address)).toEqual({
      kind: name === 'forgejo' ? 'gitea' : name,
      origin: double.origin,
      path: PATH,
    })
  })
})

describe('a slow forge', () => {
  test('is given up after a while', async () => {
    const { double } = await openSetting('gitea', { repository: unchanged })
    double.faults.push({ how: 'hang' })
    const impatient = {
      inspect: outgoing.inspect,
      fetch: (address: string | URL, request = {}) => outgoing.fetch(address, { ...request, timeoutMs: 150 }),
    }
    const forge = openForge(
      { outgoing: impatient, now: () => new Date() },
      { kind: 'gitea', origin: double.origin, path: PATH },
      { kind: 'token', token: double.token },
    )
    expect(await codeOf(forge.repository())).toBe('unreachable')
  })

  test('over plain HTTP is not called, unless it is on a private network', async () => {
    const forge = openForge(
      { outgoing, now: () => new Date() },
      { kind: 'gitea', origin: 'http://8.8.8.8', path: PATH },
      { kind: 'token', token: 's3cret' },
    )
    expect(await codeOf(forge.repository())).toBe('not-https')
  })

  test('in a private network is not called', async () => {
    const { double } = await openSetting('gitea', { repository: unchanged })
    const closed = openOutgoing({
      allowed: { networks: [], hosts: new Set() },
      userAgent: 'Dragoman/test',
    })
    const place = { kind: 'gitea', origin: double.origin, path: PATH } as const
    const forge = openForge({ outgoing: closed, now: () => new Date() }, place, {
      kind: 'token',
      token: double.token,
    })
    expect(await codeOf(forge.repository())).toBe('address-refused')
    expect(double.requests).toEqual([])
  })
})

describe('GitHub', () => {
  test('an app signs in with its key, gets a token once, and a new one before it expires', async () => {
    let ms = Date.now()
    const { double, forge } = await openSetting('github', {
      app: true,
      now: () => new Date(ms),
      repository: unchanged,
    })
    await Promise.all([forge.repository(), forge.repository()])
    await forge.repository()
    const tokens = () => double.requests.filter((line) => line.endsWith('/access_tokens')).length
    expect(tokens()).toBe(1)
    ms += 54 * 60 * 1000
    await forge.repository()
    expect(tokens()).toBe(1)
    ms += 2 * 60 * 1000
    double.app.nowMs = () => ms
    double.app.tokens.clear() // they have expired after an hour
    await forge.repository()
    expect(tokens()).toBe(2)
    // Revoked early
    double.app.tokens.clear()
    await forge.repository()
    expect(tokens()).toBe(3)
  })

  test.each([-1, 1])('an app signs in if our clock is off by a day (%i)', async (days) => {
    const dayMs = 24 * 60 * 60 * 1000
    let ms = Date.now()
    const { double, forge } = await openSetting('github', {
      app: true,
      now: () => new Date(ms + days * dayMs),
      repository: unchanged,
    })
    const asked = (path: string) => double.requests.filter((line) => line.endsWith(path)).length
    await forge.repository()
    await forge.repository()
    // Refused once, then the forge's clock is used; and its token is kept for exactly its hour.
    expect([asked('/installation'), asked('/access_tokens')]).toEqual([2, 1])
    ms += 54 * 60 * 1000
    await forge.repository()
    expect(asked('/access_tokens')).toBe(1)
    ms += 2 * 60 * 1000
    double.app.nowMs = () => ms
    await forge.repository()
    expect(asked('/access_tokens')).toBe(2)
    // A key that is refused at the right time is not tried again.
    double.app.isRevoked = true
    double.app.tokens.clear()
    const before = asked('/installation')
    expect(await codeOf(forge.repository())).toBe('app-refused')
    expect(asked('/installation') - before).toBeLessThanOrEqual(2)
  })

  test('problems with an app have separate codes', async () => {
    const { double, forge, open } = await openSetting('github', { app: true, repository: unchanged })
    double.app.isInstalled = false
    expect(await codeOf(forge.repository())).toBe('app-not-installed')
    double.app.isInstalled = true
    double.app.isSuspended = true
    expect(await codeOf(forge.repository())).toBe('app-suspended')
    double.app.isSuspended = false
    double.app.isRevoked = true
    expect(await codeOf(forge.repository())).toBe('app-refused')
    double.app.isRevoked = false
    const asked = () => double.requests.filter((line) => line.endsWith('/installation')).length
    const before = asked()
    await open({ kind: 'github-app', ...GITHUB_APP, installation: INSTALLATION }).repository()
    expect(asked()).toBe(before)
    const other = open({ kind: 'github-app', ...GITHUB_APP, installation: 1 })
    expect(await codeOf(other.repository())).toBe('app-not-installed')
  })

  test('an app reports a check run, and changes it in place', async () => {
    const setting = await openSetting('github', { app: true, repository: unchanged })
    const commit = commitOf(setting.world, 'main') ?? ''
    const report = { name: 'Dragoman', title: '3 texts are missing', summary: '| a |', url: null }
    await setting.forge.reportCheck(commit, { ...report, state: 'running' })
    expect(await setting.forge.checks(commit)).toMatchObject([
      { name: 'Dragoman', state: 'running', seconds: null },
    ])
    await setting.forge.reportCheck(commit, { ...report, state: 'failed' })
    expect(await setting.forge.checks(commit)).toMatchObject([
      { name: 'Dragoman', state: 'failed', seconds: 65 },
    ])
    expect(setting.world.runs.length).toBe(1)
  })

  test('an invalid key is reported as such, without its text', async () => {
    const { open } = await openSetting('github', { repository: unchanged })
    const error = await open({
      kind: 'github-app',
      appId: '4711',
      installation: null,
      privateKey: 'no PEM: SECRET',
    })
      .repository()
      .catch((reason: unknown) => reason)
    expect((error as ForgeError).code).toBe('key-unusable')
    expect(`${(error as ForgeError).stack} ${JSON.stringify(error)}`).not.toContain('SECRET')
  })

  test('creates signed commits itself, only if the branch is as expected, and keeps its pull request open', async () => {
    const { forge, world, repository } = await openSetting('github')
    const tip = commitOf(world, 'main') ?? ''
    if (forge.commitOnBranch === null) throw new Error('GitHub has it')
    const commit = {
      branch: 'l10n/shop',
      from: null,
      parent: tip,
      headline: 'Texts',
      body: 'Co-authored-by: Ann <ann@example.org>',
      files: [{ path: 'locales/de.json', content: Buffer.from('{ "a": "Ä" }\n') }],
      deleted: ['locales/en.json'],
    }
    const made = await forge.commitOnBranch(commit)
    expect(made).toBe(commitOf(world, 'l10n/shop'))
    expect(repository.fileAt(made, 'locales/de.json')).toBe('{ "a": "Ä" }\n')
    expect(repository.log(made, '%s|%b')[0]).toBe('Texts|Co-authored-by: Ann <ann@example.org>')
    expect(() => repository.fileAt(made, 'locales/en.json')).toThrow()
    expect(await codeOf(forge.commitOnBranch(commit))).toBe('branch-moved')

    const { number } = await forge.openPullRequest({ head: 'l10n/shop', base: 'main', title: 'T', body: '' })
    repository.write({ 'README.md': 'More\n' })
    const next = repository.commit('Somebody else')
    const anew = { ...commit, parent: next, headline: 'Texts, anew', deleted: [] }
    expect(await codeOf(forge.commitOnBranch({ ...anew, from: tip }))).toBe('branch-moved')
    const second = await forge.commitOnBranch({ ...anew, from: made })
    expect(commitOf(world, 'l10n/shop')).toBe(second)
    expect(repository.log(second, '%s')).toEqual(['Texts, anew', 'Somebody else', 'Begin'])
    expect(await forge.pullRequest(number)).toMatchObject({ state: 'open', headCommit: second })
    const third = await forge.commitOnBranch({ ...anew, from: second, parent: second, headline: 'More' })
    expect(repository.log(third, '%s').length).toBe(4)
    // Someone who pushes while GitHub makes the commit is not overtaken.
    let theirs = ''
    world.onCommit = () => {
      repository.git('fetch', '--quiet', 'origin')
      repository.git('checkout', '--quiet', '--detach', third)
      repository.git('commit', '--quiet', '--allow-empty', '-m', 'A colleague')
      repository.git('push', '--quiet', 'origin', 'HEAD:l10n/shop')
      theirs = repository.git('rev-parse', 'HEAD').trim()
    }
    expect(await codeOf(forge.commitOnBranch({ ...anew, from: third }))).toBe('branch-moved')
    world.onCommit = () => {}
    expect(commitOf(world, 'l10n/shop')).toBe(theirs)
    // No extra branch remains, and a deleted branch is not recreated.
    expect(repository.git('ls-remote', '--heads', 'origin').trim().split('\n').length).toBe(2)
    const gone = { ...anew, branch: 'gone', from: third, parent: third }
    expect(await codeOf(forge.commitOnBranch(gone))).toBe('branch-missing')
    expect(await codeOf(forge.commitOnBranch({ ...gone, parent: next }))).toBe('not-found')
  })

  test('a branch without commits of its own gets no pull request', async () => {
    const { forge, repository } = await openSetting('github')
    repository.git('push', '--quiet', 'origin', 'main:same')
    expect(await codeOf(forge.openPullRequest({ head: 'same', base: 'main', title: 'T', body: '' }))).toBe(
      'nothing-to-merge',
    )
  })

  test('is called at its own address', async () => {
    const asked: string[] = []
    const listening = {
      inspect: async () => ({ isPublic: true }),
      async fetch(address: string | URL) {
        asked.push(String(address))
        return new Response('{"default_branch":"main","html_url":"https://github.com/a/b"}')
      },
    }
    const place = { kind: 'github', origin: 'https://github.com', path: 'a/b' } as const
    const forge = openForge({ outgoing: listening, now: () => new Date() }, place, {
      kind: 'token',
      token: 't',
    })
    await forge.repository()
    expect(asked).toEqual(['https://api.github.com/repos/a/b'])
  })
})

describe('where a repository is', () => {
  const placeOf = (text: string, kind: ForgeKind, origin: string | null = null) => {
    const address = readRemoteAddress(text)
    if ('fault' in address) throw new Error(address.fault)
    return forgeLocationOf(address, { kind, origin })
  }

  test.each([
    ['https://github.com/team/shop.git', 'github', 'https://github.com', 'team/shop'],
    ['git@github.com:team/shop.git', 'github', 'https://github.com', 'team/shop'],
    ['ssh://git@ssh.github.com:443/team/shop.git', 'github', 'https://github.com', 'team/shop'],
    ['https://gitlab.com/group/sub/shop', 'gitlab', 'https://gitlab.com', 'group/sub/shop'],
    ['ssh://git@altssh.gitlab.com:443/group/shop.git', 'gitlab', 'https://gitlab.com', 'group/shop'],
    ['https://git.example.org:8443/team/shop.git/', 'gitea', 'https://git.example.org:8443', 'team/shop'],
  ] as const)('%s', (text, kind, origin, path) => {
    expect(placeOf(text, kind)).toEqual({ kind, origin, path })
  })

  test('below a folder of its host, if that is given', () => {
    const origin = 'https://example.org/gitlab/'
    expect(placeOf('https://example.org/gitlab/group/shop.git', 'gitlab', origin)).toEqual({
      kind: 'gitlab',
      origin: 'https://example.org/gitlab',
      path: 'group/shop',
    })
    expect(placeOf('git@example.org:group/shop.git', 'gitlab', origin)?.path).toBe('group/shop')
  })

  test.each([
    ['https://github.com/shop.git', 'github'],
    ['https://github.com/a/b/c.git', 'github'],
    ['https://git.example.org/a/b%2F..%2Fc', 'gitea'],
    ['https://git.example.org/a/%E0%A4%A', 'gitea'],
    ['https://git.example.org/a/b c', 'gitea'],
  ] as const)('nowhere: %s', (text, kind) => {
    expect(placeOf(text, kind)).toBeNull()
  })

  test('lines of files have URLs', async () => {
    const at = (kind: ForgeKind) => {
      const forge = openForge(
        { outgoing, now: () => new Date() },
        { kind, origin: 'https://forge.example', path: 'team/shop' },
        { kind: 'token', token: 't' },
      )
      return [
        forge.permalink('abc', 'a b/#1.json', { from: 3 }),
        forge.permalink('abc', 'docs/x.md', { from: 3, to: 7 }),
        forge.permalink('abc', 'x'),
      ]
    }
    expect(at('github')).toEqual([
      'https://forge.example/team/shop/blob/abc/a%20b/%231.json#L3',
      'https://forge.example/team/shop/blob/abc/docs/x.md?plain=1#L3-L7',
      'https://forge.example/team/shop/blob/abc/x',
    ])
    expect(at('gitlab')[1]).toBe('https://forge.example/team/shop/-/blob/abc/docs/x.md#L3-7')
    expect(at('gitea')[1]).toBe('https://forge.example/team/shop/src/commit/abc/docs/x.md#L3-L7')
  })

  test('an unknown forge is null', async () => {
    const { double } = await openSetting('gitea', { repository: unchanged })
    double.faults.push({ status: 200, body: '<html>', on: /version/ })
    const address = readRemoteAddress(`${double.origin}/team/shop.git`)
    if ('fault' in address) throw new Error(address.fault)
    expect(await readForge(outgoing, address)).toBeNull()
    const known = readRemoteAddress('git@codeberg.org:team/shop.git')
    if ('fault' in known) throw new Error(known.fault)
    expect(await readForge(outgoing, known)).toMatchObject({ kind: 'gitea', origin: 'https://codeberg.org' })
  })
})
