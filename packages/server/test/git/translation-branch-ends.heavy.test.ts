import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { gitSource, openBranch, projectBySlug, sourceById } from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { forgetOld } from '../../src/jobs/forget-old.ts'
import { mergeBranch } from '../../src/sources/git/branches/merge-branch.ts'
import { openSourceForge } from '../../src/sources/git/source-forge.ts'
import { syncOf } from '../../src/sync/run/sync-of.ts'
import { type ForgeWorld, openPull } from '../forges/double-world.ts'
import { openForgeDouble } from '../forges/forge-double.ts'
import { DATABASES, eventually } from '../test-server.ts'
import {
  commitBranch,
  file,
  listed,
  openedBranch,
  rowInStore,
  rowOf,
  rowsOf,
  saveIn,
  untilRead,
} from './branch-project.ts'
import { type GitProject, gitProject } from './git-project.ts'

const DAY_MS = 24 * 60 * 60_000
const SLUG = 'shop-feature-pay'
const FILES = {
  'locales/en.json': file({ title: 'Garden shop', help: 'Help' }),
  'locales/de.json': file({ title: 'Gartenladen', help: 'Hilfe' }),
}
const withPay = { 'locales/en.json': file({ title: 'Garden shop', pay: 'Pay now', help: 'Help' }) }

let open: GitProject | null = null
afterEach(async () => {
  await open?.close()
  open = null
})

const close = ({ test: server, params }: GitProject, branch = SLUG) =>
  server.call(api.branches.close, { params: { ...params, branch }, body: { texts: 'discard' } })

test('it closes and reopens with its pull request, stays closed if a person wants that, and ends after 30 days', async () => {
  const double = await openForgeDouble('gitea')
  const worlds: ForgeWorld[] = []
  const project = await gitProject(FILES, {
    settings: { quietMinutes: 60, openBranches: { by: 'pull-requests' } },
    forge(repository) {
      worlds.push(double.addRepository('team/shop', repository.bare))
      return { forge: { kind: 'gitea', origin: double.origin, token: null }, token: double.token }
    },
  })
  open = project
  const { repository, test: server } = project
  const { store } = server.server.deps
  const [world] = worlds
  const state = await store.read((r) => gitSource(r, project.sourceId))
  const forge =
    state &&
    openSourceForge(
      {
        ...server.server.deps.repositories,
        row: { repository: repository.url },
        now: server.server.deps.now,
      },
      state,
    )
  if (world === undefined || forge === null) throw new Error('There is no forge')
  const offer = (title: string) =>
    forge.openPullRequest({ head: 'feature/pay', base: 'main', title, body: '' })
  const states = async () => (await listed(project)).map(({ state: now }) => now)
  commitBranch(project, 'feature/pay', withPay)
  const first = await offer('First')
  await project.sync()
  expect(await listed(project)).toMatchObject([{ pullRequest: first.number, state: 'open' }])

  // A person closes it: neither a push nor a restart opens it again, but a new pull request does.
  await close(project)
  repository.git('checkout', '--quiet', 'feature/pay')
  repository.write({ 'locales/en.json': file({ title: 'Shop', pay: 'Pay now', help: 'Help' }) })
  repository.commit('More')
  repository.git('checkout', '--quiet', 'main')
  await project.sync()
  expect(await states()).toEqual([])
  await double.close(world, first.number)
  const second = await offer('Second')
  await project.sync()
  expect(await listed(project)).toMatchObject([{ pullRequest: second.number, state: 'open' }])
  // A person can always reopen it, whatever was closed before.
  await close(project)
  await openedBranch(project, 'feature/pay', 2)

  const notices = async () =>
    (await server.call(api.notifications.list, { query: { limit: 10, filter: 'all', state: 'open' } })).items
  await saveIn(project, SLUG, 'pay', 'Jetzt zahlen')
  await project.sync()
  await double.close(world, second.number)
  await project.sync()
  await eventually(async () => (await states())[0] === 'closed')
  const [closed] = await listed(project)
  expect(closed).toMatchObject({ closeReason: 'pull-request', unsent: 1 })
  expect(Date.parse(closed?.endsAt ?? '') - Date.parse(closed?.endedAt ?? '')).toBe(30 * DAY_MS)
  await eventually(async () => (await notices()).length === 1)
  const [notice] = await notices()
  expect(notice).toMatchObject({ kind: 'branch-closed', text: 'feature/pay' })
  await server.call(api.notifications.done, { body: { ids: [notice?.id ?? 0] } })
  await double.reopen(world, second.number)
  await project.sync()
  expect(await listed(project)).toMatchObject([{ state: 'open', endsAt: null, unsent: 1 }])
  await eventually(async () => (await notices()).length === 0)

  // The branch itself is deleted, comes back, and is deleted permanently.
  repository.git('push', '--quiet', 'origin', '--delete', 'feature/pay')
  const { source } = (await listed(project))[0] ?? { source: 0 }
  await server.call(api.sources.sync, { params: { project: SLUG, source } }).catch(() => undefined)
  await eventually(async () => (await listed(project))[0]?.closeReason === 'deleted')
  // Someone who marked it as done is notified again.
  await eventually(async () => (await notices()).length === 1)
  repository.git('push', '--quiet', 'origin', 'feature/pay')
  await project.sync()
  expect(await states()).toEqual(['open'])
  await eventually(async () => (await notices()).length === 0)
  repository.git('push', '--quiet', 'origin', '--delete', 'feature/pay')
  await server.call(api.sources.sync, { params: { project: SLUG, source } }).catch(() => undefined)
  await eventually(async () => (await states())[0] === 'closed')
  const inDays = (days: number) => () => new Date(Date.now() + days * DAY_MS)
  await forgetOld(store, inDays(29))
  expect(await listed(project)).toMatchObject([{ unsent: 1 }])
  await forgetOld(store, inDays(31))
  expect(await listed(project)).toEqual([])
  await double.end()
  expect(double.problems).toEqual([])
})

test('it closes if its pull request is deleted, and other branches are still opened', async () => {
  const double = await openForgeDouble('gitea')
  const worlds: ForgeWorld[] = []
  const project = await gitProject(FILES, {
    settings: { quietMinutes: 60, openBranches: { by: 'pull-requests' } },
    forge(repository) {
      worlds.push(double.addRepository('team/shop', repository.bare))
      return { forge: { kind: 'gitea', origin: double.origin, token: null }, token: double.token }
    },
  })
  open = project
  const [world] = worlds
  if (world === undefined) throw new Error('There is no forge')
  const offer = (head: string) => openPull(world, { head, base: 'main', title: head, body: '' })
  commitBranch(project, 'feature/pay', withPay)
  const gone = offer('feature/pay')
  await project.sync()
  expect(await listed(project)).toMatchObject([{ pullRequest: gone.number, state: 'open' }])
  commitBranch(project, 'feature/help', { 'locales/en.json': file({ title: 'Shop', help: 'Get help' }) })
  world.pulls.length = 0
  const other = offer('feature/help')
  await project.sync()
  await eventually(async () => (await listed(project)).some(({ state }) => state === 'closed'))
  const now = (await listed(project)).map(({ branch, closeReason, pullRequest }) => ({
    branch,
    closeReason,
    pullRequest,
  }))
  expect(now.sort((a, b) => a.branch.localeCompare(b.branch))).toEqual([
    { branch: 'feature/help', closeReason: null, pullRequest: other.number },
    { branch: 'feature/pay', closeReason: 'pull-request', pullRequest: gone.number },
  ])
  await double.end()
  expect(double.problems).toEqual([])
})

test('a merge of its pull request into another branch closes it, and a new pull request reopens it', async () => {
  const double = await openForgeDouble('gitea')
  const worlds: ForgeWorld[] = []
  const project = await gitProject(FILES, {
    settings: { quietMinutes: 60, openBranches: { by: 'pull-requests' } },
    forge(repository) {
      worlds.push(double.addRepository('team/shop', repository.bare))
      return { forge: { kind: 'gitea', origin: double.origin, token: null }, token: double.token }
    },
  })
  open = project
  const [world] = worlds
  if (world === undefined) throw new Error('There is no forge')
  const offer = (title: string) => openPull(world, { head: 'feature/pay', base: 'main', title, body: '' })
  project.repository.git('push', '--quiet', 'origin', 'main:develop')
  // The branch changes a text of a key that `main` has, too.
  commitBranch(project, 'feature/pay', {
    'locales/en.json': file({ title: 'Shop', pay: 'Pay', help: 'Help' }),
  })
  const first = offer('First')
  await project.sync()
  await untilRead(project, 2)
  await saveIn(project, SLUG, 'title', 'Laden')
  expect(await listed(project)).toMatchObject([{ pullRequest: first.number, state: 'open', unsent: 1 }])

  first.base = 'develop'
  await double.merge(world, first.number, 'merge')
  await project.sync()
  await eventually(async () => (await listed(project))[0]?.state !== 'open')
  expect(await listed(project)).toMatchObject([{ closeReason: 'pull-request', unsent: 1 }])
  expect(await project.text('title', 'de')).toBe('Gartenladen')

  const second = offer('Second')
  await project.sync()
  expect(await listed(project)).toMatchObject([{ pullRequest: second.number, state: 'open', unsent: 1 }])
  await double.end()
  expect(double.problems).toEqual([])
})

describe('of a repository without a forge', () => {
  test("a webhook wakes it; its project is followed; the project's token works for it; unsent texts are not lost unasked", async () => {
    const project = await gitProject(FILES, { settings: { quietMinutes: 60 } })
    open = project
    const { repository, test: server, params, sourceId } = project
    commitBranch(project, 'feature/pay', withPay)
    const { source } = await openedBranch(project, 'feature/pay', 1)

    // A push to the branch, reported by the webhook of the connected one.
    const { secret } = await server.call(api.git.webhookSecret, { params: { ...params, source: sourceId } })
    repository.git('checkout', '--quiet', 'feature/pay')
    repository.write({
      'locales/en.json': file({ title: 'Garden shop', pay: 'Pay', tip: 'Tip', help: 'Help' }),
    })
    repository.commit('Tip')
    repository.git('checkout', '--quiet', 'main')
    const body = JSON.stringify({
      ref: 'refs/heads/feature/pay',
      before: 'a'.repeat(40),
      after: 'b'.repeat(40),
    })
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    const headers = { 'x-github-event': 'push', 'x-hub-signature-256': `sha256=${signature}` }
    const hook = await server.request(`/hooks/git/${sourceId}`, { method: 'POST', body, headers })
    expect(hook.status).toBe(204)
    // Long before the branch is polled
    await untilRead(project, 2)

    const branch = () => server.call(api.projects.get, { params: { project: SLUG } })
    await server.call(api.languages.add, { params, body: { tag: 'pl' } })
    await eventually(async () => (await branch()).languages.some(({ tag }) => tag === 'pl'))
    await server.call(api.languages.update, {
      params: { ...params, language: 'pl' },
      body: { fallback: 'de' },
    })
    await server.call(api.projects.update, {
      params,
      body: { name: 'Big shop', settings: { reviewOwn: false } },
    })
    await eventually(async () => (await branch()).name === 'Big shop (feature/pay)')
    expect(await branch()).toMatchObject({ settings: { reviewOwn: false } })
    await eventually(async () => (await branch()).languages.some(({ fallback }) => fallback === 'de'))
    await server.call(api.languages.remove, { params: { ...params, language: 'pl' } })
    await eventually(async () => !(await branch()).languages.some(({ tag }) => tag === 'pl'))
    await server.call(api.projects.update, { params, body: { syntax: 'printf' } })
    await eventually(async () => (await branch()).syntax === 'printf')

    const git = () => server.call(api.git.get, { params: { project: SLUG, source }, query: { history: 1 } })
    await server.call(api.git.update, {
      params: { ...params, source: sourceId },
      body: { isPaused: true, settings: { message: 'i18n: {{languages}}', quietMinutes: 5 } },
    })
    expect(await git()).toMatchObject({
      isPaused: true,
      settings: { message: 'i18n: {{languages}}', quietMinutes: 5 },
    })

    const { secret: token } = await server.call(api.tokens.create, {
      params,
      body: { name: 'CI', scopes: ['read', 'write'], languages: ['de'], days: 1 },
    })
    const withToken = (path: string) =>
      fetch(`${server.server.origin}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
    expect((await withToken(`/projects/${SLUG}`)).status).toBe(200)
    await server.call(api.projects.create, { body: { slug: 'other', name: 'Other', sourceLanguage: 'en' } })
    expect((await withToken('/projects/other')).status).toBe(404)

    await saveIn(project, SLUG, 'pay', 'Zahlen')
    const unsent = { branches: [{ slug: SLUG, branch: 'feature/pay', texts: 1, discussions: 0 }] }
    const disconnect = { params: { ...params, source: sourceId } }
    expect(await server.fail(api.sources.remove, disconnect)).toMatchObject({
      code: 'unsent-texts',
      current: unsent,
    })
    expect(await server.fail(api.projects.remove, { params, body: { confirm: 'shop' } })).toMatchObject({
      code: 'unsent-texts',
      current: unsent,
    })
    expect(await rowsOf(project, 'de', SLUG)).toHaveLength(2)
    const copies = [`${sourceId}`, `${sourceId}-history`].map((name) => join(server.folder, 'data/git', name))
    expect(copies.map((folder) => existsSync(folder))).toEqual([true, true])
    await server.call(api.sources.remove, { ...disconnect, query: { unsent: 'discard' } })
    expect(await listed(project)).toEqual([])
    await eventually(async () => !copies.some((folder) => existsSync(folder)))
  })
})

describe('when its project loses a language', () => {
  test('texts of that language which were not sent are a question; an undo restores them with states, and they are sent', async () => {
    const project = await gitProject(FILES, { settings: { quietMinutes: 60 } })
    open = project
    const { repository, test: server, params } = project
    await server.call(api.languages.add, { params, body: { tag: 'pl' } })
    commitBranch(project, 'feature/pay', withPay)
    const { source } = await openedBranch(project, 'feature/pay', 1)
    await saveIn(project, SLUG, 'pay', 'Zahlen')
    const { key, target } = await rowOf(project, 'pay', 'de', SLUG)
    await server.call(api.translations.save, {
      params: { project: SLUG, language: 'de', key: key.id },
      body: { forms: target.forms, state: 'reviewed', baseVersion: target.version },
    })
    const tags = async () => {
      const { languages } = await server.call(api.projects.get, { params: { project: SLUG } })
      return languages.map(({ tag }) => tag)
    }
    const remove = { params: { ...params, language: 'de' } }
    expect(await server.fail(api.languages.remove, remove)).toMatchObject({
      code: 'unsent-texts',
      current: { branches: [{ slug: SLUG, branch: 'feature/pay', texts: 1, discussions: 0 }] },
    })
    // No text of this language would be lost.
    await server.call(api.languages.remove, { params: { ...params, language: 'pl' } })
    expect(await tags()).toContain('de')

    const { operation } = await server.call(api.languages.remove, { ...remove, query: { unsent: 'discard' } })
    await eventually(async () => !(await tags()).includes('de'))
    await server.call(api.operations.undo, {
      params: { ...params, operation: operation?.id ?? 0 },
      body: { keepNewer: false },
    })
    await eventually(async () => (await tags()).includes('de'))
    const { projectId, sourceId } = await rowInStore(project, SLUG)
    await server.server.deps.sources.sync(projectId, sourceId)
    expect((await rowOf(project, 'pay', 'de', SLUG)).target).toMatchObject({
      forms: { other: 'Zahlen' },
      state: 'reviewed',
    })
    expect((await listed(project))[0]?.unsent).toBe(1)
    await server.call(api.git.send, { params: { project: SLUG, source } })
    const sent = () => repository.fileAt('feature/pay', 'locales/de.json')
    await eventually(async () => sent().includes('Zahlen'))
    expect(JSON.parse(sent())).toEqual({ title: 'Gartenladen', pay: 'Zahlen', help: 'Hilfe' })
  })
})

/**
 * Only on one database in ordinary runs: the one with concurrent writes. All by hand:
 * `DRAGOMAN_EACH_DATABASE=1`.
 */
const databases = process.env.DRAGOMAN_EACH_DATABASE ? DATABASES : DATABASES.slice(-1)

describe.each(databases)('opened and ended twice at the same time, %s', (database) => {
  test('it is opened once, and its texts are moved once', async () => {
    const project = await gitProject(FILES, { database, settings: { quietMinutes: 60 } })
    open = project
    const { test: server, params, sourceId } = project
    const { store } = server.server.deps
    commitBranch(project, 'feature/pay', {
      'locales/en.json': file({ title: 'The garden shop', help: 'Help' }),
    })
    const again = async () => {
      await store.write(async (w) => {
        const parent = await projectBySlug(w, 'shop')
        const source = await sourceById(w, sourceId)
        if (parent === null || source?.kind !== 'git') throw new Error('There is no project')
        const at = new Date().toISOString()
        await openBranch(w, { parent, source, branch: 'feature/pay', by: syncOf(source), at })
      })
    }
    const body = { source: sourceId, branch: 'feature/pay' }
    const opened = await Promise.allSettled([
      again(),
      again(),
      server.call(api.branches.open, { params, body }),
    ])
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await untilRead(project, 1)
    await saveIn(project, SLUG, 'title', 'Der Gartenladen')
    const branch = await rowInStore(project, SLUG)
    const source = await store.read((r) => sourceById(r, branch.sourceId))
    if (source === null) throw new Error('There is no source')
    const by = syncOf(source)
    const origin = { actor: by.actor, address: null, tokenId: null }
    const end = () =>
      store.write((w) => {
        const at = new Date().toISOString()
        return mergeBranch(w, { branch, texts: 'move', because: 'merged', by, at, origin })
      })
    const { sources } = server.server.deps
    const ended = await sources.whileStopped(branch.projectId, () => Promise.all([end(), end()]))
    expect(ended.filter((one) => one !== null)).toMatchObject([{ moved: 1, conflicts: 0, left: 0 }])
    expect(await project.text('title', 'de')).toBe('Der Gartenladen')
    expect(await listed(project)).toEqual([])
  })
})
