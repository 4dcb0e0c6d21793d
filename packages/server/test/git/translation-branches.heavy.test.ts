import { api } from '@dragoman/contract'
import {
  createMember,
  gitSource,
  membershipsOf,
  projectBySlug,
  projectPeople,
  putMembership,
  updateProject,
  visitorMemberships,
} from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { openSourceForge } from '../../src/sources/git/source-forge.ts'
import type { ForgeWorld } from '../forges/double-world.ts'
import { openForgeDouble } from '../forges/forge-double.ts'
import { peopleOf } from '../people.ts'
import { DATABASES, eventually } from '../test-server.ts'
import {
  rowInStore as branchInStore,
  file,
  listed,
  openedBranch,
  rowOf,
  rowsOf,
  saveIn,
  untilRead,
} from './branch-project.ts'
import { type GitProject, gitProject } from './git-project.ts'

const KEYS = Array.from({ length: 40 }, (_, number) => `key${number}`)
const textsOf = (prefix: string, more: Readonly<Record<string, string>> = {}) => ({
  ...Object.fromEntries(KEYS.map((key) => [key, `${prefix} ${key}`])),
  ...more,
})
const BRANCH = 'feature/checkout'
const SLUG = 'shop-feature-checkout'

let open: GitProject | null = null
afterEach(async () => {
  await open?.close()
  open = null
})

/** `main` has 40 keys in two languages; the branch adds one, changes one, and keeps all others. */
async function shopOn(database: (typeof DATABASES)[number]) {
  const project = await gitProject(
    {
      'locales/en.json': file(textsOf('en')),
      'locales/de.json': file(textsOf('de')),
    },
    { database, settings: { quietMinutes: 60 } },
  )
  open = project
  const { repository } = project
  repository.git('checkout', '--quiet', '-b', BRANCH)
  const { key0: first, ...others } = textsOf('en', { key1: 'Changed on the branch' })
  repository.write({ 'locales/en.json': file({ key0: first ?? '', pay: 'Pay now', ...others }) })
  repository.commit('Checkout')
  repository.git('checkout', '--quiet', 'main')
  return project
}

async function opened(project: GitProject) {
  const branch = await openedBranch(project, BRANCH, 2)
  expect(branch).toMatchObject({ slug: SLUG, branch: BRANCH, state: 'open' })
  return branch
}

const rowInStore = (project: GitProject) => branchInStore(project, SLUG)
const save = (project: GitProject, name: string, text: string, slug = SLUG) =>
  saveIn(project, slug, name, text)

async function send(project: GitProject, source: number) {
  await project.test.call(api.git.send, { params: { project: SLUG, source } })
}

/** Returns the first bytes of a PNG of the given size. */
function png(width: number, height: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(33)
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

/**
 * Run all on PostgreSQL too, with all forges: `DRAGOMAN_GIT_LONG=1 npx vitest run
 * packages/server/test/git/translation-branches.heavy.test.ts`.
 */
const IS_LONG = Boolean(process.env.DRAGOMAN_GIT_LONG)

describe.each(DATABASES)('a translation branch, %s', (database) => {
  // Tests without `onOne` cover every table of branches; the others add nothing on a second database.
  const onOne = test.runIf(IS_LONG || database === DATABASES[0])

  const shop = () => shopOn(database)

  onOne('is read if it has no commits of its own, and once it has some', async () => {
    const project = await shop()
    const { repository, test: server } = project
    repository.git('push', '--quiet', 'origin', 'main:refs/heads/empty')
    const { slug } = await openedBranch(project, 'empty', 0)
    const { projectId, sourceId } = await branchInStore(project, slug)
    await server.server.deps.sources.sync(projectId, sourceId)
    expect((await listed(project))[0]).toMatchObject({ slug, isRead: true, keys: 0, state: 'open' })
    repository.git('push', '--quiet', 'origin', `${BRANCH}:refs/heads/empty`)
    await server.server.deps.sources.sync(projectId, sourceId)
    await eventually(async () => (await listed(project))[0]?.keys === 2)
    expect((await listed(project))[0]).toMatchObject({ slug, isRead: true })
  })

  test('has the screenshots of its parent if it has none of its own', async () => {
    const project = await shop()
    const { test: server, params } = project
    await opened(project)
    const branch = { project: SLUG }
    const inBranch = (await rowOf(project, 'key1', 'de', SLUG)).key
    const [keyOfParent] = (await rowsOf(project, 'de', params.project)).filter(
      ({ key }) => key.name === 'key1',
    )
    const place = { part: 'text', x: 1, y: 1, width: 2, height: 2, namespace: inBranch.namespace }
    const shoot = async (at: { project: string }, keys: readonly string[]) => {
      const bytes = png(at.project === SLUG ? 30 : 20, 10)
      const { image } = await server.call(api.screenshots.addImage, { params: at, bytes })
      const strings = keys.map((key) => ({ ...place, key }))
      const body = { name: 'Page', language: 'en', image, mark: '', takenAt: null, strings }
      return (await server.call(api.screenshots.save, { params: at, body })).screenshot ?? 0
    }
    const ofKey = async (at: { project: string }, key: number) =>
      (await server.call(api.screenshots.ofKey, { params: { ...at, key } })).screenshots
    const screenshot = await shoot(params, ['key1', 'key2'])
    const [seen] = await ofKey(branch, inBranch.id)
    // The branch has another source text.
    expect(seen).toMatchObject({
      id: screenshot,
      isOfParent: true,
      strings: [{ keyId: inBranch.id, isStale: true }],
    })
    expect(await ofKey(params, keyOfParent?.key.id ?? 0)).toMatchObject([
      { isOfParent: false, strings: [{ keyId: keyOfParent?.key.id, isStale: false }] },
    ])
    // Only the strings that the branch has.
    const whole = await server.call(api.screenshots.get, { params: { ...branch, screenshot } })
    expect(whole.strings.map(({ keyId }) => keyId)).toEqual([inBranch.id])
    const image = { ...branch, image: seen?.image.hash ?? '' }
    const { bytes } = await server.call(api.screenshots.image, { params: image })
    expect((await new Response(bytes).arrayBuffer()).byteLength).toBe(33)
    // Only the parent can remove it.
    const removal = { params: { ...branch, screenshot } }
    expect((await server.fail(api.screenshots.remove, removal)).code).toBe('not-found')
    const own = await shoot(branch, ['key1'])
    expect(await ofKey(branch, inBranch.id)).toMatchObject([{ id: own, isOfParent: false }])
  })

  onOne(
    'has what the branch changes and nothing else; its translations are a commit of just these values',
    async () => {
      const project = await shop()
      const { test: server, params, repository } = project
      const there = await server.call(api.branches.ofRepository, {
        params: { ...params, source: project.sourceId },
      })
      expect(there).toEqual({ branches: [BRANCH], branchCount: 1 })
      const { source } = await opened(project)
      const rows = await rowsOf(project, 'de', SLUG)
      expect(rows.map(({ key }) => key.name).sort()).toEqual(['key1', 'pay'])
      // Translated for another text: what it was translated from is in the history.
      expect(await rowOf(project, 'key1', 'de', SLUG)).toMatchObject({
        source: { forms: { other: 'Changed on the branch' } },
        target: { forms: { other: 'de key1' }, outdated: true },
      })
      await save(project, 'pay', 'Jetzt zahlen')
      await send(project, source)
      const before = file(textsOf('de'))
      expect(repository.fileAt(BRANCH, 'locales/de.json')).toBe(
        before.replace('"key0": "de key0",\n', '"key0": "de key0",\n  "pay": "Jetzt zahlen",\n'),
      )
      expect(repository.log(BRANCH, '%an|%s')[0]).toMatch(/^Ann\|/)
      expect(repository.fileAt('main', 'locales/de.json')).toBe(before)
      expect(await project.text('key1', 'de')).toBe('de key1')
      expect(await project.row('pay', 'de')).toBeNull()
    },
  )

  test('is in no list of projects, follows its project, and is removed with it', async () => {
    const project = await shop()
    const { test: server, params } = project
    await opened(project)
    const { projects } = await server.call(api.projects.list, {})
    expect(projects.map(({ slug }) => slug)).toEqual(['shop'])
    expect((await server.call(api.projects.get, { params: { project: SLUG } })).branchOf).toEqual({
      id: (await server.call(api.projects.get, { params })).id,
      slug: 'shop',
      name: 'Shop',
      branch: BRANCH,
    })
    await expect(
      server.call(api.projects.update, { params: { project: SLUG }, body: { name: 'Other' } }),
    ).rejects.toMatchObject({ code: 'not-allowed', params: { reason: 'of-parent' } })
    await expect(opened(project)).rejects.toMatchObject({
      code: 'already-exists',
      params: { what: 'branch' },
    })
    await server.call(api.projects.remove, { params, body: { confirm: 'shop' } })
    expect(await server.server.deps.store.read((r) => projectBySlug(r, SLUG))).toBeNull()
  })

  test('gives people their access to its project, and strangers none', async () => {
    const project = await shop()
    const { projectId, parentId } = await opened(project).then(() => rowInStore(project))
    const { store } = project.test.server.deps
    const found = await store.write(async (w) => {
      const people: { userId: number; memberships: Awaited<ReturnType<typeof membershipsOf>> }[] = []
      for (const [name, isMember] of [
        ['Mara', true],
        ['Olaf', false],
      ] as const) {
        const { id: userId } = await createMember(w, {
          name,
          passwordHash: null,
          at: '2026-01-01T00:00:00.000Z',
        })
        const rights = { role: 'translator', languages: new Set(['de']), namespaces: null } as const
        if (isMember) await putMembership(w, { userId, projectId: parentId }, rights)
        people.push({ userId, memberships: await membershipsOf(w, userId) })
      }
      return {
        people,
        affected: await projectPeople(w, projectId, ''),
        visitors: await visitorMemberships(w),
      }
    })
    const [member, stranger] = found.people
    expect(member?.memberships.get(projectId)).toMatchObject([
      { role: 'translator', languages: new Set(['de']) },
    ])
    expect(member?.memberships.get(projectId)).toEqual(member?.memberships.get(parentId))
    expect(stranger?.memberships.has(projectId)).toBe(false)
    expect(found.visitors.has(projectId)).toBe(false)
    expect([...found.affected.keys()]).toContain(member?.userId)
    await store.write((w) => updateProject(w, parentId, { sharing: { with: 'everyone', role: 'suggester' } }))
    const shared = await store.read(visitorMemberships)
    expect(shared.get(projectId)).toMatchObject([{ role: 'suggester' }])
  })

  onOne('imports what is pushed to it, also rebased; changes of main do not matter', async () => {
    const project = await shop()
    const { repository, test: server } = project
    const { source } = await opened(project)
    await save(project, 'pay', 'Jetzt zahlen')
    repository.write({ 'locales/en.json': file(textsOf('en', { key7: 'Changed on main' })) })
    repository.commit('On main')
    repository.git('checkout', '--quiet', BRANCH)
    repository.git('rebase', '--quiet', 'main')
    repository.git('push', '--quiet', '--force', 'origin', BRANCH)
    await server.call(api.sources.sync, { params: { project: SLUG, source } })
    expect((await listed(project))[0]).toMatchObject({ keys: 2, unsent: 1 })
    const uncounted = { params: project.params, query: { unsent: 'skip' } } as const
    expect((await server.call(api.branches.list, uncounted)).branches).toMatchObject([
      { keys: 2, unsent: null },
    ])
    await send(project, source)
    expect(repository.fileAt(BRANCH, 'locales/de.json')).toContain('"pay": "Jetzt zahlen"')
    expect(repository.fileAt(BRANCH, 'locales/en.json')).toContain('Changed on main')
  })

  test('merged: main has its files, and what was not sent is merged by key; where both changed, a conflict', async () => {
    const project = await shop()
    const { repository, test: server, params } = project
    const { source } = await opened(project)
    await save(project, 'pay', 'Jetzt zahlen')
    await save(project, 'key1', 'Im Branch')
    repository.git('merge', '--quiet', '--squash', BRANCH)
    repository.write({ 'locales/de.json': file(textsOf('de', { key1: 'In main' })) })
    repository.commit('Checkout, squashed')
    await server.call(api.sources.sync, { params: { project: SLUG, source } })
    await eventually(async () => (await listed(project)).length === 0)
    expect(await project.text('pay', 'de')).toBe('Jetzt zahlen')
    expect(await project.text('key1', 'de')).toBe('In main')
    const { conflicts } = await server.call(api.files.conflicts, { params })
    expect(conflicts).toMatchObject([
      { name: 'key1', language: 'de', theirs: { other: 'Im Branch' }, branch: BRANCH },
    ])
    // It stays until a person decides, whatever happens to the files.
    await project.sync()
    expect((await server.call(api.files.conflicts, { params })).total).toBe(1)
    const [conflict] = conflicts
    await server.call(api.files.resolve, {
      params: { ...params, conflict: conflict?.id ?? 0 },
      body: { forms: { other: 'Im Branch' }, mark: conflict?.mark ?? '' },
    })
    expect(await project.text('key1', 'de')).toBe('Im Branch')
    expect((await server.call(api.files.conflicts, { params })).total).toBe(0)
  })

  onOne('deleted in the repository, it keeps what was not sent until a person discards it', async () => {
    const project = await shop()
    const { repository, test: server, params } = project
    const { source } = await opened(project)
    await save(project, 'pay', 'Jetzt zahlen')
    await save(project, 'key1', 'Im Branch')
    repository.git('push', '--quiet', 'origin', '--delete', BRANCH)
    await server.call(api.sources.sync, { params: { project: SLUG, source } }).catch(() => undefined)
    await eventually(async () => (await listed(project))[0]?.state === 'closed')
    expect((await listed(project))[0]).toMatchObject({ unsent: 2 })
    const at = { params: { ...params, branch: SLUG } }
    // `pay` was never in main, so it stays where it is.
    expect(await server.call(api.branches.close, { ...at, body: { texts: 'move' } })).toMatchObject({
      moved: 1,
      conflicts: 0,
      left: 1,
    })
    expect(await project.text('key1', 'de')).toBe('Im Branch')
    expect((await listed(project))[0]).toMatchObject({ state: 'closed', unsent: 2 })
    await server.call(api.branches.close, { ...at, body: { texts: 'discard' } })
    expect(await listed(project)).toEqual([])
  })
})

test('reviewed texts are moved by a manager in a project where people must not review their own', async () => {
  const project = await shopOn('sqlite')
  const { test: server, params } = project
  await opened(project)
  const { store } = server.server.deps
  const id = (await store.read((r) => projectBySlug(r, 'shop')))?.id ?? 0
  await store.write((w) => updateProject(w, id, { settings: { reviewOwn: false } }))
  const tom = await peopleOf(server).member('Tom', id, { role: 'translator' })
  const before = await rowOf(project, 'key1', 'de', SLUG)
  const at = { params: { project: SLUG, language: 'de', key: before.key.id } }
  const forms = { other: 'Im Branch' }
  const { translation } = await tom.call(api.translations.save, {
    ...at,
    body: { forms, baseVersion: before.target.version },
  })
  const body = { forms, state: 'reviewed', baseVersion: translation.version } as const
  await server.call(api.translations.save, { ...at, body })
  const close = { params: { ...params, branch: SLUG }, body: { texts: 'move' } } as const
  expect(await server.call(api.branches.close, close)).toMatchObject({ moved: 1, conflicts: 0, left: 0 })
  const row = await rowOf(project, 'key1', 'de', 'shop')
  expect(row.target).toMatchObject({ forms, state: 'reviewed', actor: { name: 'Tom' } })
})

describe('opened and ended automatically', () => {
  test.each(IS_LONG ? (['github', 'gitlab', 'gitea'] as const) : (['github', 'gitlab'] as const))(
    'at %s a pull request that changes texts opens one, its merge ends it, and closing another keeps it',
    async (name) => {
      const double = await openForgeDouble(name)
      const worlds: ForgeWorld[] = []
      const project = await gitProject(
        { 'locales/en.json': file(textsOf('en')), 'locales/de.json': file(textsOf('de')) },
        {
          settings: { quietMinutes: 60, openBranches: { by: 'pull-requests' } },
          forge(repository) {
            worlds.push(double.addRepository('team/shop', repository.bare))
            return { forge: { kind: name, origin: double.origin, token: null }, token: double.token }
          },
        },
      )
      open = project
      const { repository, test: server } = project
      const [world] = worlds
      const state = await server.server.deps.store.read((r) => gitSource(r, project.sourceId))
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
      const offer = async (branch: string, files: Readonly<Record<string, string>>) => {
        repository.git('checkout', '--quiet', '-b', branch, 'main')
        repository.write(files)
        repository.commit(branch)
        repository.git('checkout', '--quiet', 'main')
        return forge.openPullRequest({ head: branch, base: 'main', title: branch, body: '' })
      }
      await offer('code-only', { 'app.ts': 'pay()' })
      const first = await offer('feature/pay', { 'locales/en.json': file(textsOf('en', { pay: 'Pay' })) })
      const second = await offer('feature/tip', { 'locales/en.json': file(textsOf('en', { tip: 'Tip' })) })
      await project.sync()
      expect((await listed(project)).map(({ branch }) => branch)).toEqual(['feature/pay', 'feature/tip'])
      await untilRead(project, 1)
      await save(project, 'pay', 'Zahlen', 'shop-feature-pay')
      await save(project, 'tip', 'Trinkgeld', 'shop-feature-tip')
      await double.merge(world, first.number, 'squash')
      await double.close(world, second.number)
      await project.sync()
      await eventually(async () => (await listed(project)).length === 1)
      await eventually(async () => (await listed(project))[0]?.state === 'closed')
      expect(await listed(project)).toMatchObject([{ branch: 'feature/tip', unsent: 1 }])
      expect(await project.text('pay', 'de')).toBe('Zahlen')
      await double.end()
      expect(double.problems).toEqual([])
    },
  )

  test.each(['pull-requests', 'pattern'] as const)(
    'after its branch was renamed in the settings, our own pull request is not opened as one of others: %s',
    async (by) => {
      const double = await openForgeDouble('github')
      const openBranches = by === 'pattern' ? { by, pattern: 'l10n/*' } : { by }
      const project = await gitProject(
        { 'locales/en.json': file(textsOf('en')), 'locales/de.json': file(textsOf('de')) },
        {
          mode: 'pull-request',
          settings: { quietMinutes: 60, openBranches },
          forge(repository) {
            double.addRepository('team/shop', repository.bare)
            return {
              forge: { kind: 'github', origin: double.origin, token: null },
              token: double.token,
            }
          },
        },
      )
      open = project
      const { test: server, params, sourceId } = project
      await project.save('key1', 'en', 'Changed here')
      await project.send()
      const at = { params: { ...params, source: sourceId } }
      const body = { settings: { pullRequestBranch: 'l10n/texts' } }
      await server.call(api.git.update, { ...at, body })
      await project.sync()
      expect(await listed(project)).toEqual([])
      await double.end()
      expect(double.problems).toEqual([])
    },
  )

  test('branches with a name like a pattern are opened', async () => {
    const project = await gitProject(
      { 'locales/en.json': file(textsOf('en')), 'locales/de.json': file(textsOf('de')) },
      { settings: { quietMinutes: 60, openBranches: { by: 'pattern', pattern: 'feature/*' } } },
    )
    open = project
    for (const name of ['feature/a', 'fix/b']) {
      project.repository.git('checkout', '--quiet', '-b', name, 'main')
      project.repository.write({ 'locales/en.json': file(textsOf('en', { more: name })) })
      project.repository.commit(name)
    }
    await project.sync()
    expect((await listed(project)).map(({ branch }) => branch)).toEqual(['feature/a'])
  })
})
