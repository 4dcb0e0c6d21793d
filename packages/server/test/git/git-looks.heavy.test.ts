import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import {
  DatabaseUnavailableError,
  gitSource,
  listGitChanges,
  type Store,
  sourceById,
  updateGitSource,
} from '@dragoman/store'
import { afterEach, expect, test } from 'vitest'
import { openGit } from '../../src/sources/git/open-git.ts'
import type { SourceListener } from '../../src/sync/run/transport.ts'
import { openForgeDouble } from '../forges/forge-double.ts'
import { eventually } from '../test-server.ts'
import { writeProgram } from '../write-program.ts'
import { commitBranch, file, listed, openedBranch, rowInStore, saveIn } from './branch-project.ts'
import { type GitProject, gitProject } from './git-project.ts'

const EN = { title: 'Shop', pay: 'Pay' }
const FILES = { 'locales/en.json': file(EN), 'locales/de.json': file({ title: 'Laden', pay: 'Zahlen' }) }
/** Branches without commits of their own. */
const MANY = 205

let project: GitProject | null = null
const folders: string[] = []
afterEach(async () => {
  await project?.close()
  project = null
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const isWaiting = async ({ test: { server }, sourceId }: GitProject) =>
  (await server.deps.store.read((r) => listGitChanges(r, sourceId))).length > 0
const branchesOf = async (opened: GitProject) => (await listed(opened)).map(({ branch }) => branch).sort()

test('many messages of a forge while a look waits for its turn start one look', async () => {
  project = await gitProject(FILES)
  const { git } = project
  await whileOpen(project, async ({ open }) => {
    const source = open({})
    const before = git.requests.length
    // Nothing has its turn before the source has started.
    for (let count = 0; count < 20; count++) {
      source.hear?.()
      await new Promise((resolve) => setTimeout(resolve, 3))
    }
    await source.watch.start(heard())
    await source.reach?.()
    const perLook = 2
    // That of the start, that of all the messages, and the last one, which waits for both.
    expect(git.requests.length - before).toBeLessThanOrEqual(3 * perLook)
    await source.watch.close()
  })
})

test('a source whose first look the database interrupts looks again', async () => {
  project = await gitProject(FILES)
  const { sourceId, test: server } = project
  const { store } = server.server.deps
  await whileOpen(project, async ({ open }) => {
    await store.write((w) => updateGitSource(w, sourceId, { checkedAt: null }))
    let isFailing = true
    const source = open({
      write(job, by) {
        if (!isFailing) return store.write(job, by)
        isFailing = false
        return Promise.reject(new DatabaseUnavailableError({}))
      },
    })
    await source.watch.start(heard())
    expect(isFailing).toBe(false)
    await eventually(async () => (await store.read((r) => gitSource(r, sourceId)))?.checkedAt)
    await source.watch.close()
  })
})

test('a source whose start the database interrupts starts with the next round', async () => {
  project = await gitProject(FILES)
  const { store } = project.test.server.deps
  await whileOpen(project, async ({ open }) => {
    let isFailing = true
    const source = open({
      read(job) {
        if (!isFailing) return store.read(job)
        isFailing = false
        return Promise.reject(new DatabaseUnavailableError({}))
      },
    })
    await expect(source.watch.start(heard())).rejects.toBeInstanceOf(DatabaseUnavailableError)
    const reached = source.reach()
    await source.watch.beforeRound?.()
    await reached
    expect((await source.files.list()).map(({ path }) => path).sort()).toEqual(Object.keys(FILES).sort())
    await source.watch.close()
  })
})

test('files that could not be read at the start are compared once they can', async () => {
  project = await gitProject(FILES)
  const { git } = project
  await whileOpen(project, async ({ open }) => {
    const folder = mkdtempSync(join(tmpdir(), 'dragoman-copies-'))
    folders.push(folder)
    const source = open({}, folder)
    let comparisons = 0
    git.fault = { status: 500 }
    await source.watch.start(heard(() => comparisons++))
    await expect(source.reach()).rejects.toMatchObject({ code: 'source-unreachable' })
    expect(comparisons).toBe(0)
    git.fault = 'none'
    await source.reach()
    expect(comparisons).toBe(1)
    await source.reach()
    expect(comparisons).toBe(1)
    await source.watch.close()
  })
})

type OpenOwn = { readonly open: (store: Partial<Store>, folder?: string) => ReturnType<typeof openGit> }

/** Runs a task that opens the source itself, while the server does not sync it. */
async function whileOpen({ test: { server }, sourceId }: GitProject, task: (own: OpenOwn) => Promise<void>) {
  const { deps } = server
  const row = await deps.store.read((r) => sourceById(r, sourceId))
  if (row?.kind !== 'git') throw new Error('There is no source')
  const open: OpenOwn['open'] = (store, folder = deps.repositories.folder) =>
    openGit(row, {
      ...deps.repositories,
      folder,
      store: { ...deps.store, ...store },
      now: deps.now,
      log: deps.log,
      workers: deps.workers,
      projectId: 1,
      onLeftOut() {},
      onBranchEnd() {},
    })
  await deps.sources.whilePaused(sourceId, () => task({ open }))
}

/** What hears of changes of a source, and compares nothing. */
function heard(onReplaced: () => void = () => {}): SourceListener {
  return { onFound() {}, onReplaced: async () => onReplaced(), async mergeFound() {} }
}

test('a branch is opened even if many others match the pattern and change no text', async () => {
  const settings = { openBranches: { by: 'pattern', pattern: 'feature/*' } } as const
  project = await gitProject(FILES, { settings, mode: 'read-only' })
  const opened = project
  const { repository } = project
  for (let count = 0; count < MANY; count++)
    repository.git('branch', `feature/a${String(count).padStart(3, '0')}`)
  commitBranch(project, 'feature/z', { 'locales/en.json': file({ ...EN, pay: 'Pay now' }) })
  repository.git('push', '--quiet', 'origin', 'refs/heads/feature/*')
  await project.sync()
  await project.sync()
  await eventually(async () => (await branchesOf(opened)).includes('feature/z'))
})

test('a branch whose name starts like that of our pull request is opened', async () => {
  const settings = { openBranches: { by: 'pattern', pattern: 'l10n/*' } } as const
  project = await gitProject(FILES, { settings })
  const opened = project
  for (const [name, pay] of [
    ['l10n/dragoman-icons', 'Pay now'],
    ['l10n/dragomanish', 'Pay soon'],
    ['l10n/dragoman-next-0a1b2c3d', 'Pay later'],
  ] as const)
    commitBranch(project, name, { 'locales/en.json': file({ ...EN, pay }) })
  await project.sync()
  await eventually(async () => (await branchesOf(opened)).length === 2)
  expect(await branchesOf(opened)).toEqual(['l10n/dragoman-icons', 'l10n/dragomanish'])
})

test('the branch of our own pull request is not offered, and cannot be opened by hand', async () => {
  project = await gitProject(FILES, { mode: 'pull-request' })
  const { params, sourceId, test: server } = project
  commitBranch(project, 'feature', { 'locales/en.json': file({ ...EN, pay: 'Pay now' }) })
  const { slug } = await openedBranch(project, 'feature', 1)
  const { projectId, sourceId: own } = await rowInStore(project, slug)
  const { store, sources } = server.server.deps
  await store.write((w) => updateGitSource(w, own, { mode: 'pull-request' }))
  await saveIn(project, slug, 'pay', 'Jetzt zahlen')
  await sources.send(projectId, own)
  await project.save('pay', 'de', 'Bezahlen')
  await project.send()
  expect(await server.call(api.branches.ofRepository, { params: { ...params, source: sourceId } })).toEqual({
    branches: ['feature'],
    branchCount: 1,
  })
  for (const branch of ['l10n/dragoman', 'l10n/dragoman-feature'])
    await expect(
      server.call(api.branches.open, { params, body: { source: sourceId, branch } }),
    ).rejects.toMatchObject({
      code: 'unusable-repository',
      params: { reason: 'request-branch-taken', branch },
    })
  expect(await branchesOf(project)).toEqual(['feature'])
})

test('translation branches whose names differ in a slash only send to branches of their own', async () => {
  project = await gitProject(FILES, { mode: 'pull-request' })
  const { repository, test: server } = project
  const sent: Record<string, string> = {}
  for (const [name, text] of [
    ['a/b', 'Bezahlen'],
    ['a-b', 'Kaufen'],
  ] as const) {
    commitBranch(project, name, { 'locales/en.json': file({ ...EN, pay: `Pay by ${name}` }) })
    const { slug } = await openedBranch(project, name, 1)
    const row = await rowInStore(project, slug)
    const { store } = server.server.deps
    await store.write((w) => updateGitSource(w, row.sourceId, { mode: 'pull-request' }))
    const state = await store.read((r) => gitSource(r, row.sourceId))
    sent[state?.settings.pullRequestBranch ?? ''] = text
    await saveIn(project, slug, 'pay', text)
  }
  for (const { slug } of await listed(project)) {
    const { projectId, sourceId } = await rowInStore(project, slug)
    await server.server.deps.sources.send(projectId, sourceId)
  }
  const found = Object.keys(sent).map((name) => [name, repository.fileAt(name, 'locales/de.json')])
  expect(found).toEqual(Object.entries(sent).map(([name, pay]) => [name, file({ title: 'Laden', pay })]))
  expect(Object.keys(sent)).toEqual(['l10n/dragoman-a-b', 'l10n/dragoman-a-b-2'])
})

test('a translation branch whose target was deleted says which branch is missing', async () => {
  project = await gitProject(FILES)
  commitBranch(project, 'feature', { 'locales/en.json': file({ ...EN, pay: 'Pay now' }) })
  const opened = await openedBranch(project, 'feature', 1)
  const { repository, test: server } = project
  const row = await rowInStore(project, opened.slug)
  repository.git('push', '--quiet', 'origin', 'main:refs/heads/trunk', ':main')
  repository.git('checkout', '--quiet', 'feature')
  repository.write({ 'locales/en.json': file({ ...EN, pay: 'Pay soon' }) })
  repository.commit('More')
  await expect(server.server.deps.sources.sync(row.projectId, row.sourceId)).rejects.toMatchObject({
    params: { reason: 'branch-missing', branch: 'main' },
  })
})

test('texts are pushed even if the forge whose pull requests open branches does not answer', async () => {
  project = await gitProject(FILES, {
    settings: { openBranches: { by: 'pull-requests' } },
    forge: () => ({ forge: { kind: 'gitlab', origin: 'http://127.0.0.1:1', token: null }, token: 'token' }),
  })
  const opened = project
  await project.save('pay', 'de', 'Bezahlen')
  await eventually(() => isWaiting(opened))
  await project.send()
  expect(project.repository.fileAt('main', 'locales/de.json')).toContain('Bezahlen')
})

test('a forge that refuses the token again and again is one failure in the history', async () => {
  const double = await openForgeDouble('gitea')
  project = await gitProject(FILES, {
    settings: { openBranches: { by: 'pull-requests' } },
    forge(repository) {
      double.addRepository('team/shop', repository.bare)
      return { forge: { kind: 'gitea', origin: double.origin, token: null }, token: 'an-expired-token' }
    },
  })
  const { test: server, params, sourceId } = project
  const one = { params: { ...params, source: sourceId } }
  for (let look = 0; look < 3; look++)
    expect(await server.fail(api.sources.sync, one)).toMatchObject({ code: 'source-unreachable' })
  const { history, problem } = await server.call(api.git.get, { ...one, query: { history: 200 } })
  expect(problem).toMatchObject({ code: 'forge-refused' })
  expect(history.filter(({ kind }) => kind === 'failed')).toHaveLength(1)
  await double.end()
})

test('a problem with other branches is listed once until it is solved', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-followed-'))
  folders.push(folder)
  const path = process.env.PATH ?? ''
  writeFileSync(join(folder, 'refuses'), '')
  // The repository refuses to send the history that a merge base needs.
  const git = `#!/bin/sh
case " $* " in *" --filter=tree:0 "*)
  test -e ${folder}/refuses && echo 'fatal: Authentication failed' >&2 && exit 128;;
esac
PATH='${path}'
exec git "$@"
`
  writeProgram(join(folder, 'git'), git)
  const settings = { openBranches: { by: 'pattern', pattern: 'feature/*' } } as const
  project = await gitProject(FILES, { settings, config: { searchPath: `${folder}:${path}` } })
  const opened = project
  const { test: server, params, sourceId } = project
  commitBranch(project, 'feature/pay', { 'locales/en.json': file({ ...EN, pay: 'Pay now' }) })
  const state = () =>
    server.call(api.git.get, { params: { ...params, source: sourceId }, query: { history: 200 } })
  for (let look = 0; look < 3; look++)
    await expect(project.sync()).rejects.toMatchObject({ params: { reason: 'sign-in-refused' } })
  const { history, problem } = await state()
  expect(problem).toMatchObject({ code: 'sign-in-refused' })
  expect(history.filter(({ kind }) => kind === 'failed')).toHaveLength(1)
  rmSync(join(folder, 'refuses'))
  await project.sync()
  expect((await state()).problem).toBeNull()
  expect(await branchesOf(opened)).toEqual(['feature/pay'])
})

test('if others push first each time, that is reported, and nothing of theirs is overwritten', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-overtaken-'))
  folders.push(folder)
  const path = process.env.PATH ?? ''
  // Before each push of Dragoman, a developer pushes.
  const git = `#!/bin/sh
case " $* " in *" push "*) test -x ${folder}/first && env -i PATH='${path}' ${folder}/first >&2;; esac
PATH='${path}'
exec git "$@"
`
  writeProgram(join(folder, 'git'), git)
  project = await gitProject(FILES, { config: { searchPath: `${folder}:${path}` } })
  const opened = project
  const { repository, sourceId } = project
  const work = repository.git('rev-parse', '--show-toplevel').trim()
  writeProgram(
    join(folder, 'first'),
    `#!/bin/sh\ncd '${work}' && git commit --quiet --allow-empty -m First && git push --quiet origin HEAD:main\n`,
  )
  await project.save('pay', 'de', 'Bezahlen')
  await eventually(() => isWaiting(opened))
  await expect(project.send()).rejects.toMatchObject({ params: { reason: 'overtaken' } })
  const state = await project.test.server.deps.store.read((r) => gitSource(r, sourceId))
  expect(state?.problem?.code).toBe('overtaken')
  expect(repository.log('main', '%s')).toEqual([...Array.from({ length: 5 }, () => 'First'), 'First'])
  rmSync(join(folder, 'first'))
  await project.send()
  expect(repository.fileAt('main', 'locales/de.json')).toContain('Bezahlen')
  const { problem } = await project.test.call(api.git.get, {
    params: { ...project.params, source: sourceId },
    query: { history: 1 },
  })
  expect(problem).toBeNull()
})

test('a file whose name is not UTF-8 is not written under another name on the branch of the pull request', async () => {
  project = await gitProject(FILES, { mode: 'pull-request' })
  const opened = project
  const { repository } = project
  const work = repository.git('rev-parse', '--show-toplevel').trim()
  const name = Buffer.concat([Buffer.from(join(work, 'caf')), Buffer.from([0xe9]), Buffer.from('.txt')])
  const namesOn = (branch: string) =>
    repository.git(
      '--git-dir',
      repository.bare,
      '-c',
      'core.quotePath=true',
      'ls-tree',
      '--name-only',
      branch,
    )
  writeFileSync(name, 'one\n')
  repository.commit('A name of old')
  await project.save('pay', 'de', 'Bezahlen')
  await eventually(() => isWaiting(opened))
  await project.send()
  repository.git('fetch', '--quiet', 'origin')
  repository.git('checkout', '--quiet', '-b', 'theirs', 'origin/l10n/dragoman')
  repository.write({ 'note.txt': 'A developer was here\n' })
  repository.git('add', '--all')
  repository.git('commit', '--quiet', '-m', 'Note')
  repository.git('push', '--quiet', 'origin', 'HEAD:l10n/dragoman')
  repository.git('checkout', '--quiet', 'main')
  writeFileSync(name, 'two\n')
  repository.commit('Changed')
  await project.save('title', 'de', 'Geschäft')
  await project.sync()
  await project.send()
  await project.send()
  expect(namesOn('l10n/dragoman')).toBe('"caf\\351.txt"\nlocales\nnote.txt\n')
  // Merging it keeps what the target has.
  repository.git('fetch', '--quiet', 'origin')
  repository.git('merge', '--quiet', '-m', 'Merge', 'origin/l10n/dragoman')
  expect(repository.git('show', 'HEAD:./').trim()).not.toBe('')
  expect(repository.git('log', '-1', '--format=%s', '--', ':(glob)caf*').trim()).toBe('Changed')
  expect(repository.git('show', 'HEAD:locales/de.json')).toContain('Geschäft')
})
