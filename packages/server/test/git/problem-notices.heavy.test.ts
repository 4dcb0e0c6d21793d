import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import {
  addComment,
  closeBranch,
  gitSource,
  listGitChanges,
  listGitSyncs,
  projectBySlug,
  putNotificationSetting,
  reopenBranch,
  setAddress,
} from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { openMailServer } from '../mail-server.ts'
import { peopleOf, type TestPerson } from '../people.ts'
import { eventually, leaveTime } from '../test-server.ts'
import { writeProgram } from '../write-program.ts'
import { commitBranch, file, openedBranch, rowInStore, rowOf } from './branch-project.ts'
import { type GitProjectOptions, gitProject, reachesThisMachine } from './git-project.ts'
import { run } from './git-server.ts'

const EN = '{\n  "title": "Shop"\n}\n'
const KIND = 'repository-problem'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A person's open notifications about repositories. */
async function openFor({ call }: Pick<TestPerson, 'call'>) {
  const { items } = await call(api.notifications.list, { query: { filter: 'all', state: 'open', limit: 50 } })
  return items.filter(({ kind }) => kind === KIND)
}

test('managers are notified once of what needs them, by email too, until it is solved; and again when it comes back', async () => {
  const mail = await openMailServer()
  closing.push(mail.stop)
  let shiftMs = 0
  const project = await gitProject(
    { 'locales/en.json': EN },
    {
      now: () => new Date(Date.now() + shiftMs),
      timings: { mailPollMs: 20 },
      config: { ...reachesThisMachine(), mail: mail.settings },
    },
  )
  closing.push(project.close)
  const { store } = project.test.server.deps
  const { id } = (await store.read((r) => projectBySlug(r, 'shop'))) ?? { id: 0 }
  const people = peopleOf(project.test)
  const mara = await people.member('Mara', id, { role: 'manager' })
  const tom = await people.member('Tom', id, { role: 'translator' })
  const at = new Date().toISOString()
  await store.write(async (w) => {
    await setAddress(w, mara.id, { address: 'mara@example.test', confirmedAt: at })
    await putNotificationSetting(w, mara.id, { projectId: null, mail: 'now', muted: [] })
  })

  project.git.fault = 'no-sign-in'
  await expect(project.sync()).rejects.toMatchObject({ params: { reason: 'sign-in-refused' } })
  const [notice] = await eventually(async () => ((await openFor(mara)).length > 0 ? openFor(mara) : null))
  expect(notice).toMatchObject({ text: 'team/shop (main)', problem: { code: 'sign-in-refused' } })
  // The network fails as well, and then the credentials are refused again.
  project.git.fault = 'error'
  await expect(project.sync()).rejects.toMatchObject({ params: { reason: 'server-error' } })
  project.git.fault = 'no-sign-in'
  await expect(project.sync()).rejects.toThrow()
  expect(await openFor(mara)).toEqual([notice])
  expect(await openFor(tom)).toEqual([])
  expect(await openFor(project.test)).toEqual([])
  shiftMs += 61_000
  const received = await eventually(async () => mail.mails[0])
  expect(received.to).toEqual(['mara@example.test'])
  expect(received.text).toContain('Repository no longer synced: team/shop (main)')

  project.git.fault = 'none'
  await project.sync()
  await eventually(async () => (await openFor(mara)).length === 0)
  project.git.fault = 'no-sign-in'
  await expect(project.sync()).rejects.toThrow()
  const again = await eventually(async () => (await openFor(mara))[0])
  expect(again.id).not.toBe(notice?.id)
  // A notification that a person marked as done stays done while the problem is the same.
  await mara.call(api.notifications.done, { body: { ids: [again.id] } })
  await expect(project.sync()).rejects.toThrow()
  expect(await openFor(mara)).toEqual([])
  shiftMs += 61_000
  await leaveTime()
  expect(mail.mails).toHaveLength(1)
})

test('managers are notified once that the credentials allow no writing, until a push succeeds', async () => {
  const project = await gitProject({ 'locales/en.json': EN }, { mode: 'by-hand' })
  closing.push(project.close)
  const { git, repository, test: server, sourceId } = project
  const { store } = server.server.deps
  const allowWriting = (isAllowed: boolean) =>
    run(repository.bare, 'git', 'config', 'http.receivepack', String(isAllowed))
  allowWriting(false)
  await project.save('title', 'en', 'Store')
  await eventually(async () => (await store.read((r) => listGitChanges(r, sourceId))).length > 0)
  await expect(project.send()).rejects.toMatchObject({ params: { reason: 'write-refused' } })
  const [notice] = await eventually(async () => ((await openFor(server)).length > 0 ? openFor(server) : null))
  expect(notice).toMatchObject({ problem: { code: 'write-refused' } })
  await project.sync()
  await expect(project.send()).rejects.toThrow()
  expect(await openFor(server)).toEqual([notice])
  // Credentials that are refused everywhere are another problem.
  git.fault = 'no-sign-in'
  await expect(project.send()).rejects.toMatchObject({ params: { reason: 'sign-in-refused' } })
  git.fault = 'none'
  allowWriting(true)
  await project.send()
  await eventually(async () => (await openFor(server)).length === 0)
})

describe('a refused push', () => {
  const DE = 'locales/de.json'

  /** Refuses all pushes until the returned function is called. */
  async function refused(options: GitProjectOptions) {
    const project = await gitProject({ 'locales/en.json': EN, [DE]: '{\n  "title": "Laden"\n}\n' }, options)
    closing.push(project.close)
    const { repository, sourceId, test: server } = project
    const { store } = server.server.deps
    const hook = join(repository.bare, 'hooks/pre-receive')
    const refuse = (said: string) => writeProgram(hook, `#!/bin/sh\necho "${said}" >&2\nexit 1\n`)
    refuse('no pushes')
    const waits = async () => (await store.read((r) => listGitChanges(r, sourceId))).length > 0
    await project.save('title', 'de', 'Geschäft')
    await eventually(waits)
    await expect(project.send()).rejects.toMatchObject({ params: { reason: 'push-refused' } })
    await eventually(async () => (await openFor(server)).length === 1)
    /** Pushes as a developer, with the text as it is here or another one. */
    function commit(text: string): void {
      rmSync(hook)
      repository.write({ [DE]: `{\n  "title": "${text}"\n}\n` })
      repository.commit(`Say ${text}`)
      writeProgram(hook, '#!/bin/sh\nexit 1\n')
    }
    const problem = async () => (await store.read((r) => gitSource(r, sourceId)))?.problem ?? null
    return { ...project, commit, problem, waits, refuse, allow: () => rmSync(hook) }
  }

  test.each(['push', 'by-hand', 'pull-request'] as const)(
    'is no longer reported once its texts have arrived another way: %s',
    async (mode) => {
      const { commit, problem, sync, test: server } = await refused({ mode })
      await sync()
      expect(await problem()).not.toBeNull()
      commit('Geschäft')
      await sync()
      await sync()
      expect(await problem()).toBeNull()
      await eventually(async () => (await openFor(server)).length === 0)
    },
  )

  test('is reported with the reason of the last attempt, as the same problem', async () => {
    const { problem, refuse, send, sourceId, test: server } = await refused({ mode: 'by-hand' })
    const [notice] = await openFor(server)
    const before = await problem()
    expect(before?.params?.said).toContain('no pushes')
    refuse('no umlauts')
    await expect(send()).rejects.toMatchObject({ params: { reason: 'push-refused' } })

    const after = await problem()
    expect(after?.params?.said).toContain('no umlauts')
    expect(after).toEqual({ ...before, params: after?.params })
    const { store } = server.server.deps
    const history = await store.read((r) => listGitSyncs(r, sourceId, 10))
    expect(history.filter(({ kind }) => kind === 'failed')).toHaveLength(1)
    const problemNow = { code: 'push-refused', params: after?.params }
    expect(await openFor(server)).toEqual([{ ...notice, problem: problemNow }])
  })

  test('stays reported while other texts wait', async () => {
    const { commit, problem, save, sync, waits } = await refused({ mode: 'by-hand' })
    await save('title', 'en', 'Store')
    commit('Geschäft')
    await sync()
    await sync()
    expect(await waits()).toBe(true)
    expect(await problem()).not.toBeNull()
  })

  test('stays reported while a pull request still has a text that was changed back', async () => {
    const options = { mode: 'pull-request', settings: { quietMinutes: 60 } } as const
    const project = await refused(options)
    const { allow, problem, save, send, sync, repository, waits } = project
    allow()
    await send()
    expect(await problem()).toBeNull()
    writeProgram(join(repository.bare, 'hooks/pre-receive'), '#!/bin/sh\necho "no pushes" >&2\nexit 1\n')
    await save('title', 'de', 'Laden')
    await sync()
    await expect(send()).rejects.toMatchObject({ params: { reason: 'push-refused' } })
    await sync()
    await sync()
    expect(await problem()).not.toBeNull()
    allow()
    await send()
    expect(await problem()).toBeNull()
    expect(await waits()).toBe(false)
  })
})

test('a server that does not answer needs no one; nor does a disconnected repository', async () => {
  const project = await gitProject({ 'locales/en.json': EN })
  closing.push(project.close)
  project.git.fault = 'error'
  await expect(project.sync()).rejects.toMatchObject({ params: { reason: 'server-error' } })
  project.git.fault = 'no-sign-in'
  await expect(project.sync()).rejects.toThrow()
  // There is no manager: the owner of the instance is notified.
  const [notice] = await eventually(async () => {
    const open = await openFor(project.test)
    return open.length > 0 ? open : null
  })
  expect(notice).toMatchObject({ problem: { code: 'sign-in-refused' } })
  expect(await openFor(project.test)).toHaveLength(1)
  await project.test.call(api.sources.remove, { params: { ...project.params, source: project.sourceId } })
  await eventually(async () => (await openFor(project.test)).length === 0)
})

test('a problem of the whole repository is one notification; a closed translation branch needs no one', async () => {
  const project = await gitProject({ 'locales/en.json': EN })
  closing.push(project.close)
  commitBranch(project, 'feature/pay', { 'locales/en.json': file({ title: 'Shop', pay: 'Pay' }) })
  const { slug, source } = await openedBranch(project, 'feature/pay', 1)
  const { git, test: server } = project
  const { store } = server.server.deps

  git.fault = 'no-sign-in'
  const syncBranch = server.call(api.sources.sync, { params: { project: slug, source } })
  await expect(syncBranch).rejects.toMatchObject({ params: { reason: 'sign-in-refused' } })
  await expect(project.sync()).rejects.toMatchObject({ params: { reason: 'sign-in-refused' } })
  // Events are followed in order, so that of the branch was followed before.
  await eventually(async () => (await openFor(server)).some(({ text }) => text === 'team/shop (main)'))
  expect(await openFor(server)).toHaveLength(1)
  git.fault = 'none'
  await project.sync()

  const row = await rowInStore(project, slug)
  const { key } = await rowOf(project, 'pay', 'en', slug)
  const at = new Date().toISOString()
  await store.write((w) =>
    addComment(w, {
      ...{ projectId: row.projectId, keyId: key.id, language: null, kind: 'comment', text: 'Look!' },
      ...{ mentions: ['user:1'], by: { id: 'user:2', name: 'Jan' }, at },
    }),
  )
  const mentions = async () =>
    (await server.call(api.notifications.list, { query: { filter: 'mentions', state: 'open', limit: 50 } }))
      .items.length
  await eventually(async () => (await mentions()) === 1)
  await store.write((w) => closeBranch(w, row, { because: 'deleted', at }))
  expect(await mentions()).toBe(0)
  await store.write((w) => reopenBranch(w, row))
  expect(await mentions()).toBe(1)
})
