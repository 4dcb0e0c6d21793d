import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { fileBase, gitSource, updateGitSource } from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { makeWebhookSecret } from '../../src/sources/git/access/git-secrets.ts'
import { type ForgeWorld, openPull } from '../forges/double-world.ts'
import { type DoubleName, type ForgeDouble, openForgeDouble } from '../forges/forge-double.ts'
import { eventually, leaveTime } from '../test-server.ts'
import { writeProgram } from '../write-program.ts'
import { type GitProject, gitProject } from './git-project.ts'

const EN = '{\n  "title": "Shop",\n  "pay": "Pay"\n}\n'
const DE = '{\n  "title": "Laden",\n  "pay": "Zahlen"\n}\n'
const OWN = 'l10n/dragoman'
const FILE = 'locales/de.json'

/**
 * Run all tests with all forges: `DRAGOMAN_GIT_LONG=1 npx vitest run
 * packages/server/test/git/pull-requests.heavy.test.ts`.
 */
const IS_LONG = Boolean(process.env.DRAGOMAN_GIT_LONG)

/** Commits to the branch of the pull request as a developer. */
function commitOnto({ repository }: GitProject, files: Record<string, string>, message: string): string {
  repository.git('fetch', '--quiet', 'origin')
  repository.git('checkout', '--quiet', '-B', 'here', `origin/${OWN}`)
  repository.write(files)
  repository.git('add', '-A')
  repository.git('commit', '--quiet', '-m', message)
  repository.git('push', '--quiet', 'origin', `HEAD:${OWN}`)
  return repository.git('rev-parse', 'HEAD').trim()
}

describe.each(['github', 'gitlab', 'gitea', 'forgejo'] as const)('pull requests at %s', (name) => {
  // `forges.heavy.test.ts` and `webhooks.test.ts` test the differences between forges.
  const atSome = test.runIf(IS_LONG || name === 'github' || name === 'gitlab')

  let opened: { project: GitProject; double: ForgeDouble; world: ForgeWorld } | null = null
  afterEach(async () => {
    await opened?.project.close()
    await opened?.double.end()
    expect(opened?.double.problems ?? []).toEqual([])
    opened = null
  })

  async function open(forgeName: DoubleName = name) {
    const double = await openForgeDouble(forgeName)
    const worlds: ForgeWorld[] = []
    const project = await gitProject(
      { 'locales/en.json': EN, 'locales/de.json': DE },
      {
        mode: 'pull-request',
        forge(repository) {
          worlds.push(double.addRepository('team/shop', repository.bare))
          const kind = forgeName === 'forgejo' ? 'gitea' : forgeName
          return { forge: { kind, origin: double.origin, token: null }, token: double.token }
        },
      },
    )
    const [world] = worlds
    if (world === undefined) throw new Error('The double has no repository')
    opened = { project, double, world }
    return opened
  }
  const stateOf = async ({ test: { server }, sourceId }: GitProject) => {
    const state = await server.deps.store.read((r) => gitSource(r, sourceId))
    if (state === null) throw new Error('There is no such source')
    return state
  }

  test('one is opened, kept up to date, and not opened again automatically once a person has closed it', async () => {
    const { project, double, world } = await open()
    await project.save('pay', 'de', 'Bezahlen')
    await project.send()
    expect(world.pulls).toHaveLength(1)
    const [pull] = world.pulls
    expect(pull).toMatchObject({ head: OWN, base: 'main', state: 'open' })
    expect(pull?.body).toMatch(
      /\| \[German\]\(http[^)]+\/p\/shop\/translate\/de\) \| de \| 100 % \| 2 \/ 2 \| 1 \|/,
    )
    expect((await stateOf(project)).pullRequest).toMatchObject({ number: pull?.number, state: 'open' })
    const at = { params: { ...project.params, source: project.sourceId } }
    expect(await project.test.call(api.git.checks, at)).toEqual({ checks: [] })
    await project.save('title', 'de', 'Geschäft')
    await project.send()
    expect(world.pulls).toHaveLength(1)
    expect(pull?.body).toContain('| 2 / 2 | 2 |')
    await double.close(world, pull?.number ?? 0)
    await project.save('pay', 'de', 'Kaufen')
    await project.send()
    expect(world.pulls).toHaveLength(2)
    expect(project.repository.fileAt(OWN, 'locales/de.json')).toBe(
      DE.replace('Zahlen', 'Kaufen').replace('Laden', 'Geschäft'),
    )
  })

  atSome(
    'its description counts open conflicts, and promises nothing once others commit to its branch',
    async () => {
      const { project, world } = await open()
      const { repository } = project
      await project.save('pay', 'de', 'Bezahlen')
      await project.send()
      expect(world.pulls[0]?.body).toContain('so it never conflicts')
      repository.write({ 'locales/de.json': DE.replace('Zahlen', 'Kaufen') })
      repository.commit('Buy')
      await project.sync()
      await project.save('title', 'de', 'Geschäft')
      await project.send()
      expect(world.pulls[0]?.body).toContain('1 text changed both here and in Dragoman')
      commitOnto(project, { 'README.md': 'By hand' }, 'By hand')
      await project.save('title', 'de', 'Kaufhaus')
      await project.send()
      expect(world.pulls[0]?.body).toContain('Others have committed to this branch')
      expect(world.pulls[0]?.body).not.toContain('never conflicts')
    },
  )

  atSome('what people do with it is noticed at the next sync: closing asks, reopening goes on', async () => {
    const { project, double, world } = await open()
    await project.save('pay', 'de', 'Bezahlen')
    await project.send()
    const number = world.pulls[0]?.number ?? 0
    await double.close(world, number)
    await project.sync()
    expect(await stateOf(project)).toMatchObject({
      pullRequest: { number, state: 'closed' },
      problem: { code: 'pull-request-closed' },
    })
    await double.reopen(world, number)
    await project.sync()
    expect(await stateOf(project)).toMatchObject({ pullRequest: { number, state: 'open' }, problem: null })
    await double.merge(world, number, 'merge')
    await project.sync()
    expect(await stateOf(project)).toMatchObject({ pullRequest: { number, state: 'merged' }, problem: null })
    expect(world.pulls).toHaveLength(1)
    expect(await project.text('pay', 'de')).toBe('Bezahlen')
  })

  atSome('after a squash its changes are here, and the next change gets a new one', async () => {
    const { project, double, world } = await open()
    await project.save('pay', 'de', 'Bezahlen')
    await project.send()
    await double.merge(world, world.pulls[0]?.number ?? 0, 'squash')
    await project.sync()
    const { store } = project.test.server.deps
    expect(project.repository.fileAt('main', 'locales/de.json')).toBe(DE.replace('Zahlen', 'Bezahlen'))
    await project.save('title', 'de', 'Geschäft')
    await project.send()
    expect((await store.read((r) => gitSource(r, project.sourceId)))?.pullRequest).toMatchObject({
      state: 'open',
    })
    expect(world.pulls.map(({ state }) => state)).toEqual(['open', 'merged'])
  })

  // Gitea does not report what was merged.
  test.runIf(IS_LONG || name === 'github' || name === 'gitea').each(['squash', 'merge', 'close'] as const)(
    'what a developer commits to its branch after it has ended (%s) stays, and is in the next one',
    async (how) => {
      const { project, double, world } = await open()
      const { repository } = project
      await project.save('pay', 'de', 'Bezahlen')
      await project.send()
      const number = world.pulls[0]?.number ?? 0
      if (how === 'close') await double.close(world, number)
      else await double.merge(world, number, how)
      await project.sync().catch(() => undefined) // fails if it was closed
      const sent = DE.replace('Zahlen', 'Bezahlen')
      const byHand = sent.replace('Laden', 'Geschäft')
      const late = commitOnto(project, { 'locales/de.json': byHand, 'note.txt': 'Late\n' }, 'Too late')
      await project.send()
      expect(await project.text('title', 'de')).toBe('Geschäft')
      const isIn = (branch: string) => repository.log(branch, '%H').includes(late)
      expect(isIn(OWN)).toBe(true)
      expect(repository.fileAt(OWN, 'locales/de.json')).toBe(byHand)
      expect(world.pulls.map(({ state }) => state)).toEqual(['open', how === 'close' ? 'closed' : 'merged'])
      expect(await stateOf(project)).toMatchObject({ problem: null, pullRequest: { state: 'open' } })
      await project.send()
      expect(isIn(OWN)).toBe(true)

      // Once everything is merged, the branch can be reused.
      await double.merge(world, world.pulls[0]?.number ?? 0, 'squash')
      await project.save('pay', 'de', 'Kaufen')
      await project.send()
      expect(repository.fileAt('main', 'note.txt')).toBe('Late\n')
      expect(repository.log(`main..${OWN}`, '%s')).toEqual(['chore(l10n): update German'])
      expect(repository.fileAt(OWN, 'locales/de.json')).toBe(byHand.replace('Bezahlen', 'Kaufen'))
    },
  )

  atSome(
    'it is closed once everything in it was changed back, and the next change opens another',
    async () => {
      const { project, world } = await open()
      const { repository } = project
      await project.save('pay', 'de', 'Bezahlen')
      await project.send()
      await project.save('pay', 'de', 'Zahlen')
      await project.send()
      expect(world.pulls.map(({ state }) => state)).toEqual(['closed'])
      expect(repository.fileAt(OWN, 'locales/de.json')).toBe(DE)
      await project.sync()
      expect(await stateOf(project)).toMatchObject({ pullRequest: null, problem: null })
      await project.save('title', 'de', 'Geschäft')
      const at = { params: { ...project.params, source: project.sourceId } }
      await project.test.call(api.git.update, { ...at, body: { settings: { quietMinutes: 0 } } })
      await eventually(async () => world.pulls.length === 2)
      expect(world.pulls[0]).toMatchObject({ state: 'open' })
      expect(repository.fileAt(OWN, 'locales/de.json')).toBe(DE.replace('Laden', 'Geschäft'))
    },
  )

  atSome(
    'it is closed automatically although a developer has changed the file since it was changed back',
    async () => {
      const { project, world } = await open()
      const { repository } = project
      const at = { params: { ...project.params, source: project.sourceId } }
      await project.save('pay', 'de', 'Bezahlen')
      await project.send()
      await project.save('pay', 'de', 'Zahlen')
      repository.write({ 'locales/de.json': DE.replace('Laden', 'Geschäft') })
      repository.commit('Say shop')
      await project.sync()
      await project.test.call(api.git.update, { ...at, body: { settings: { quietMinutes: 0 } } })
      await eventually(async () => world.pulls[0]?.state === 'closed')
      await eventually(async () => (await stateOf(project)).pullRequest === null)
      expect(world.pulls).toHaveLength(1)
      expect(await project.text('pay', 'de')).toBe('Zahlen')
      expect(await project.text('title', 'de')).toBe('Geschäft')
    },
  )

  atSome(
    'if the forge does not answer when it is closed because it is empty, it is closed later',
    async () => {
      const { project, double, world } = await open()
      const at = { params: { ...project.params, source: project.sourceId } }
      await project.test.call(api.git.update, { ...at, body: { settings: { quietMinutes: 0 } } })
      await project.save('pay', 'de', 'Bezahlen')
      await eventually(async () => (await stateOf(project)).pullRequest?.state === 'open')
      double.faults.push({ status: 502, on: /^(?:PATCH|PUT) / })
      await project.save('pay', 'de', 'Zahlen')
      await eventually(async () => double.faults.length === 0)
      // Sooner than the next attempt.
      await project.sync()
      await eventually(async () => world.pulls[0]?.state === 'closed')
      await eventually(async () => (await stateOf(project)).problem === null)
      expect((await stateOf(project)).pullRequest).toBeNull()
      expect(project.repository.fileAt(OWN, 'locales/de.json')).toBe(DE)
    },
  )

  atSome('what was committed to its branch just before it was merged does not come again', async () => {
    const { project, double, world } = await open()
    const { repository } = project
    await project.save('pay', 'de', 'Bezahlen')
    await project.send()
    const byHand = DE.replace('Zahlen', 'Bezahlen').replace('Laden', 'Geschäft')
    commitOnto(project, { 'locales/de.json': byHand }, 'In time')
    await double.merge(world, world.pulls[0]?.number ?? 0, 'squash')
    await project.save('pay', 'de', 'Kaufen')
    await project.send()
    expect(repository.fileAt(OWN, 'locales/de.json')).toBe(byHand.replace('Bezahlen', 'Kaufen'))
    expect(repository.log(`main..${OWN}`, '%s')).toEqual(['chore(l10n): update German'])
  })

  atSome('if it is deleted, the next change opens another', async () => {
    const { project, world } = await open()
    await project.save('pay', 'de', 'Bezahlen')
    await project.send()
    const [gone] = world.pulls.splice(0)
    await project.sync()
    expect(await stateOf(project)).toMatchObject({ pullRequest: null, problem: null })
    await project.save('title', 'de', 'Geschäft')
    await project.send()
    expect(world.pulls.map(({ number, head, state }) => [number, head, state])).toEqual([
      [(gone?.number ?? 0) + 1, OWN, 'open'],
    ])
    expect(project.repository.fileAt(OWN, 'locales/de.json')).toBe(
      DE.replace('Zahlen', 'Bezahlen').replace('Laden', 'Geschäft'),
    )
  })

  atSome('if its branch is renamed, it is closed, and its texts are in another one', async () => {
    const { project, world } = await open()
    const { repository } = project
    const at = { params: { ...project.params, source: project.sourceId } }
    await project.save('pay', 'de', 'Bezahlen')
    await project.send()
    const body = { settings: { pullRequestBranch: 'l10n/texts', quietMinutes: 0 } }
    await project.test.call(api.git.update, { ...at, body })
    const shown = () => world.pulls.map(({ head, state }) => [head, state])
    await eventually(async () => world.pulls.length === 2)
    await eventually(async () => (await stateOf(project)).pullRequest?.number === world.pulls[0]?.number)
    const both = [
      ['l10n/texts', 'open'],
      [OWN, 'closed'],
    ]
    expect(shown()).toEqual(both)
    await project.save('title', 'de', 'Geschäft')
    await project.send()
    expect(shown()).toEqual(both)
    expect(repository.fileAt('l10n/texts', 'locales/de.json')).toBe(
      DE.replace('Zahlen', 'Bezahlen').replace('Laden', 'Geschäft'),
    )
    expect(await stateOf(project)).toMatchObject({ problem: null, pullRequest: { state: 'open' } })
  })

  atSome('if texts go directly to the branch instead, it is closed, and they are sent there', async () => {
    const { project, world } = await open()
    const { repository } = project
    const at = { params: { ...project.params, source: project.sourceId } }
    await project.save('pay', 'de', 'Bezahlen')
    await project.send()
    const body = { mode: 'push' as const, settings: { quietMinutes: 0 } }
    expect(await project.test.call(api.git.update, { ...at, body })).toMatchObject({ pullRequest: null })
    await eventually(
      async () => repository.fileAt('main', 'locales/de.json') === DE.replace('Zahlen', 'Bezahlen'),
    )
    await eventually(async () => world.pulls[0]?.state === 'closed')
    await eventually(async () => (await stateOf(project)).pullRequest === null)
    expect(await stateOf(project)).toMatchObject({ problem: null })
    // Back again, the next change opens another.
    await project.test.call(api.git.update, { ...at, body: { mode: 'pull-request' } })
    await project.save('title', 'de', 'Geschäft')
    await project.send()
    expect(world.pulls.map(({ state }) => state)).toEqual(['open', 'closed'])
  })

  atSome.each(['by-hand', 'read-only'] as const)(
    'if nothing is sent automatically instead (%s), it is closed, and its texts wait',
    async (mode) => {
      const { project, world } = await open()
      const at = { params: { ...project.params, source: project.sourceId } }
      await project.save('pay', 'de', 'Bezahlen')
      await project.send()
      const changed = await project.test.call(api.git.update, { ...at, body: { mode } })
      expect(changed).toMatchObject({ pullRequest: null, waitingFiles: 1, unsentFiles: 1 })
      await eventually(async () => world.pulls[0]?.state === 'closed')
      await eventually(async () => (await stateOf(project)).pullRequest === null)
      expect(project.repository.fileAt('main', 'locales/de.json')).toBe(DE)
      // Back again, they are sent although no one has changed anything since.
      const back = { mode: 'pull-request' as const, settings: { quietMinutes: 0 } }
      await project.test.call(api.git.update, { ...at, body: back })
      await eventually(async () => world.pulls.length === 2)
      expect(world.pulls[0]).toMatchObject({ state: 'open' })
    },
  )

  atSome('a problem of sending ends when nothing is sent any more, so that others are shown', async () => {
    const { project } = await open()
    const { git, repository } = project
    const at = { params: { ...project.params, source: project.sourceId } }
    await project.save('pay', 'de', 'Bezahlen')
    writeProgram(join(repository.bare, 'hooks/pre-receive'), '#!/bin/sh\nexit 1\n')
    await expect(project.send()).rejects.toMatchObject({ params: { reason: 'push-refused' } })
    git.fault = 'error'
    expect(await project.test.call(api.git.update, { ...at, body: { mode: 'read-only' } })).toMatchObject({
      problem: null,
    })
    await expect(project.sync()).rejects.toThrow()
    expect(await stateOf(project)).toMatchObject({ problem: { code: 'server-error' } })
  })

  atSome('one that is closed after its texts were reverted here is no problem: nothing waits', async () => {
    const { project, double, world } = await open()
    const { params, sourceId, test: server } = project
    const base = async () =>
      Buffer.from((await server.server.deps.store.read((r) => fileBase(r, sourceId, FILE))) ?? '').toString()
    await project.save('pay', 'de', 'Bezahlen')
    await project.send()
    await project.save('pay', 'de', 'Zahlen')
    await eventually(async () => (await base()) === DE)
    await double.close(world, world.pulls[0]?.number ?? 0)
    await project.sync()
    const at = { params: { ...params, source: sourceId }, query: { history: 5 } }
    expect(await server.call(api.git.get, at)).toMatchObject({
      problem: null,
      waitingFiles: 0,
      unsentFiles: 0,
    })
    // The next change waits for a person to decide.
    await server.call(api.git.update, { params: at.params, body: { settings: { quietMinutes: 0 } } })
    await project.save('title', 'de', 'Geschäft')
    await eventually(async () => (await stateOf(project)).problem?.code === 'pull-request-closed')
    await project.save('title', 'de', 'Laden')
    await eventually(async () => (await base()) === DE)
    await project.sync()
    expect(await stateOf(project)).toMatchObject({ problem: null })
  })

  atSome.each([false, true])(
    'if texts go directly to the branch instead, it stays open with the commits of others (known: %s)',
    async (isKnown) => {
      const { project, world } = await open()
      const { repository } = project
      const at = { params: { ...project.params, source: project.sourceId } }
      await project.save('pay', 'de', 'Bezahlen')
      await project.send()
      const theirs = commitOnto(project, { 'note.txt': 'Theirs\n' }, 'Theirs')
      await project.save('title', 'de', 'Geschäft')
      if (isKnown) await project.send()
      await project.test.call(api.git.update, { ...at, body: { mode: 'push' } })
      await project.send()
      const all = DE.replace('Zahlen', 'Bezahlen').replace('Laden', 'Geschäft')
      expect(repository.fileAt('main', 'locales/de.json')).toBe(all)
      expect(repository.log('main', '%s')).not.toContain('Theirs')
      await project.sync()
      expect(await stateOf(project)).toMatchObject({ pullRequest: null, problem: null, keptBase: null })
      expect(world.pulls.map(({ state }) => state)).toEqual(['open'])
      // Back again, their commits are in it.
      await project.test.call(api.git.update, { ...at, body: { mode: 'pull-request' } })
      await project.save('pay', 'de', 'Kaufen')
      await project.send()
      expect(world.pulls.map(({ state }) => state)).toEqual(['open'])
      expect(repository.log(OWN, '%H')).toContain(theirs)
      expect(repository.fileAt(OWN, 'locales/de.json')).toBe(all.replace('Bezahlen', 'Kaufen'))
    },
  )

  atSome('a pull request of others with the same number at another forge is left alone', async () => {
    const { project, world } = await open()
    const at = { params: { ...project.params, source: project.sourceId } }
    await project.save('pay', 'de', 'Bezahlen')
    await project.send()
    const { kind } = (await stateOf(project)).forge
    const next = await openForgeDouble(name)
    try {
      const other = next.addRepository('team/shop', project.repository.bare)
      project.repository.git('commit', '--quiet', '--allow-empty', '-m', 'Theirs')
      project.repository.git('push', '--quiet', 'origin', 'HEAD:theirs')
      const theirs = openPull(other, { head: 'theirs', base: 'main', title: 'Theirs', body: '' })
      expect(theirs.number).toBe(world.pulls[0]?.number)
      if (kind === 'none') throw new Error('There is no forge')
      const forge = { kind, origin: next.origin, token: next.token }
      const body = { repository: project.repository.url, forge }
      await project.test.call(api.git.update, { ...at, body })
      expect((await stateOf(project)).pullRequest).toBeNull()
      await project.save('title', 'de', 'Geschäft')
      await project.send()
      expect(other.pulls.map(({ head, state, title }) => [head, state, title])).toEqual([
        [OWN, 'open', other.pulls[0]?.title],
        ['theirs', 'open', 'Theirs'],
      ])
      expect((await stateOf(project)).pullRequest?.number).toBe(other.pulls[0]?.number)
    } finally {
      await next.end()
    }
    expect(next.problems).toEqual([])
  })

  atSome('a message of the forge triggers a sync, if its signature is right', async () => {
    const { project, double, world } = await open()
    const { deps } = project.test.server
    const { secret, sealed } = makeWebhookSecret(deps.sealing)
    await deps.store.write((w) => updateGitSource(w, project.sourceId, { webhookSecret: sealed }))
    project.repository.write({ 'locales/de.json': DE.replace('Laden', 'Geschäft') })
    const after = project.repository.commit('Say shop')
    const send = (key: string) => {
      const event = { kind: 'push', branch: 'main', before: 'a'.repeat(40), after } as const
      const { headers, body } = double.webhookOf(world, event, key)
      return project.test.request(`/hooks/git/${project.sourceId}`, { method: 'POST', headers, body })
    }
    expect((await send('another secret')).status).toBe(401)
    expect((await send(secret)).status).toBe(204)
    await eventually(async () => (await project.text('title', 'de')) === 'Geschäft')
    expect((await send(secret)).status).toBe(204)
    // GitLab signs with the same secret, or sends it along.
    const { headers, body } = double.webhookOf(
      world,
      { kind: 'push', branch: 'main', before: after, after },
      secret,
    )
    if (name === 'gitlab') {
      expect(headers.has('webhook-signature')).toBe(true)
      for (const header of ['webhook-signature', 'webhook-id', 'webhook-timestamp']) headers.delete(header)
      headers.set('x-gitlab-token', secret)
      const hook = { method: 'POST', headers, body }
      expect((await project.test.request(`/hooks/git/${project.sourceId}`, hook)).status).toBe(204)
    }
    const unknown = await project.test.request('/hooks/git/4711', { method: 'POST', body: '{}' })
    expect(unknown.status).toBe(401)
  })

  // GitHub and Gitea sign only the body, neither a time nor the id of the delivery.
  test.runIf(name === 'github' || name === 'gitea')(
    'a message sent again and again triggers a sync, and changes nothing',
    async () => {
      const { project, double, world } = await open()
      const { store, sealing } = project.test.server.deps
      const { secret, sealed } = makeWebhookSecret(sealing)
      await store.write((w) => updateGitSource(w, project.sourceId, { webhookSecret: sealed }))
      const before = project.repository.git('rev-parse', 'HEAD').trim()
      project.repository.write({ 'locales/de.json': DE.replace('Laden', 'Geschäft') })
      const after = project.repository.commit('Say shop')
      const { headers, body } = double.webhookOf(
        world,
        { kind: 'push', branch: 'main', before, after },
        secret,
      )
      const repeat = () =>
        project.test.request(`/hooks/git/${project.sourceId}`, { method: 'POST', headers, body })
      await repeat()
      await eventually(async () => (await project.text('title', 'de')) === 'Geschäft')
      // By then the branch is elsewhere: what the message says about it is not trusted.
      project.repository.write({ 'locales/de.json': DE.replace('Laden', 'Kaufhaus') })
      project.repository.commit('Say store')
      await repeat()
      await eventually(async () => (await project.text('title', 'de')) === 'Kaufhaus')
      const { params, sourceId, test: server, git } = project
      const happened = async () => {
        const { operations } = await server.call(api.operations.list, { params, query: { limit: 50 } })
        const { history } = await server.call(api.git.get, { params: { ...params, source: sourceId } })
        return [operations, history]
      }
      await eventually(async () => (await happened())[1]?.length === 2)
      const [known, asked] = [await happened(), git.requests.length]
      for (let copy = 0; copy < 10; copy++) expect((await repeat()).status).toBe(204)
      await eventually(async () => git.requests.length > asked)
      await leaveTime()
      expect(await happened()).toEqual(known)
      // Messages that arrive together cause one sync.
      expect(git.requests.length - asked).toBeLessThan(30)
    },
  )

  atSome('what the forge refuses is reported, and sent once it is accepted', async () => {
    const { project, double, world } = await open()
    await project.save('pay', 'de', 'Bezahlen')
    double.faults.push({ status: 403, body: '{"message":"Resource not accessible"}', on: /^POST / })
    await expect(project.send()).rejects.toMatchObject({ params: { reason: 'forge-refused' } })
    expect((await stateOf(project)).problem).toMatchObject({ code: 'forge-refused' })
    expect(world.pulls).toHaveLength(0)
    await project.send()
    expect(world.pulls).toHaveLength(1)
    expect((await stateOf(project)).problem).toBeNull()
  })
})

test('a closed one is asked about, not opened again when the quiet time is over', async () => {
  const double = await openForgeDouble('github')
  const worlds: ForgeWorld[] = []
  const project = await gitProject(
    { 'locales/en.json': EN, 'locales/de.json': DE },
    {
      mode: 'pull-request',
      settings: { quietMinutes: 0 },
      forge(repository) {
        worlds.push(double.addRepository('team/shop', repository.bare))
        return { forge: { kind: 'github', origin: double.origin, token: null }, token: double.token }
      },
    },
  )
  const world = worlds[0]
  if (world === undefined) throw new Error('The double has no repository')
  await project.save('pay', 'de', 'Bezahlen')
  await eventually(async () => world.pulls.length === 1)
  await double.close(world, world.pulls[0]?.number ?? 0)
  await project.save('pay', 'de', 'Kaufen')
  const { store } = project.test.server.deps
  const problem = await eventually(
    async () => (await store.read((r) => gitSource(r, project.sourceId)))?.problem,
  )
  expect(problem).toMatchObject({ code: 'pull-request-closed' })
  expect(world.pulls).toHaveLength(1)
  expect(await project.text('pay', 'de')).toBe('Kaufen')
  await project.close()
  await double.end()
  expect(double.problems).toEqual([])
})

test.each(['pull-request', 'push'] as const)(
  'if only verified commits are accepted, GitHub creates them (%s)',
  async (mode) => {
    const double = await openForgeDouble('github')
    const worlds: ForgeWorld[] = []
    const project = await gitProject(
      { 'locales/en.json': EN, 'locales/de.json': DE },
      {
        mode,
        forge(repository) {
          worlds.push(double.addRepository('team/shop', repository.bare))
          return { forge: { kind: 'github', origin: double.origin, token: null }, token: double.token }
        },
      },
    )
    const { repository } = project
    const branch = mode === 'push' ? 'main' : OWN
    writeProgram(
      join(repository.bare, 'hooks', 'pre-receive'),
      '#!/bin/sh\necho "GH013: Repository rule violations found: Commits must have verified signatures." >&2\nexit 1\n',
    )
    await project.save('pay', 'de', 'Bezahlen')
    await project.send()
    expect(repository.fileAt(branch, 'locales/de.json')).toBe(DE.replace('Zahlen', 'Bezahlen'))
    const [commit = ''] = repository.log(branch, '%an|%(trailers:key=Co-authored-by,valueonly)')
    expect(commit).toMatch(/^Forge\|Ann <1\+ann@users\.noreply\./)
    const head = repository.log(branch, '%H')[0]
    await project.send()
    expect(repository.log(branch, '%H')[0]).toBe(head)
    await project.save('title', 'de', 'Geschäft')
    await project.send()
    expect(repository.fileAt(branch, 'locales/de.json')).toContain('Geschäft')
    expect(repository.log(branch, '%H').length).toBe(mode === 'push' ? 3 : 2)
    expect(worlds[0]?.pulls.map(({ state }) => state)).toEqual(mode === 'push' ? [] : ['open'])
    await project.close()
    await double.end()
    expect(double.problems).toEqual([])
  },
)
