import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@dragoman/contract'
import { eventsAfter, newestEvent } from '@dragoman/store'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { TEST_DEADLINE_MS } from '../../../../scripts/lib/deadlines.ts'
import { openTestDatabase } from '../../../store/test/on-both.ts'
import { buildServeChild } from '../build-serve-child.ts'
import { type ServerProcess, type ServerProcesses, serverProcesses } from '../server-processes.ts'
import { DATABASES, eventually } from '../test-server.ts'
import { QUICK_TAKEOVER } from '../timings.ts'
import { writeProgram } from '../write-program.ts'
import { commitBranch } from './branch-project.ts'
import { connect, FILE, PATH, params, rowOf, save } from './git-on-processes.ts'
import { type GitServer, openGitServer, type TestRepository } from './git-server.ts'

/** By hand, half a minute for each: `DRAGOMAN_STALLS=10 npx vitest run packages/server/test/git/git-processes.heavy.test.ts`. */
const STALLS = Number(process.env.DRAGOMAN_STALLS ?? 0)
/** A lease that is not renewed passes to another process after 1.2 seconds at most (QUICK_TAKEOVER). */
const LEASE_LOST_MS = 2_500
const DAY_MS = 24 * 60 * 60_000

let git: GitServer
let repository: TestRepository
let processes: ServerProcesses
let database: Awaited<ReturnType<typeof openTestDatabase>> | null = null
let program = ''
let folder = ''

beforeAll(async () => {
  if (DATABASES.includes('postgres')) program = await buildServeChild()
})
beforeEach(async () => {
  if (program === '') return
  folder = await mkdtemp(join(tmpdir(), 'dragoman-git-processes-'))
  database = await openTestDatabase('postgres')
  git = await openGitServer()
})
afterEach(async () => {
  await processes?.end()
  await git?.close()
  await database?.remove()
  if (folder !== '') await rm(folder, { recursive: true, force: true })
})

test('what prevents a sync or a push at one process is reported by the others', async ({ skip }) => {
  if (database?.config.kind !== 'postgres') return skip()
  repository = git.createRepository('team/shop')
  repository.write({ 'locales/en.json': FILE, [PATH]: FILE })
  repository.commit('First')
  processes = serverProcesses({ program, folder, databaseUrl: database.config.url })
  const holder = await processes.start()
  await processes.signIn(holder)
  const source = await connect(holder, git, repository, 60)
  const other = await processes.start()
  await save(other, 'pay', 'Bezahlen')
  git.fault = 'no-sign-in'
  const at = { params: { ...params, source } }
  const refused = { code: 'source-unreachable', params: { reason: 'sign-in-refused' } }
  await expect(other.call(api.sources.sync, at)).rejects.toMatchObject(refused)
  await expect(other.call(api.git.send, at)).rejects.toMatchObject(refused)
  git.fault = 'none'
  await other.call(api.git.send, at)
  expect(repository.fileAt('main', PATH)).toBe(FILE.replace('Zahlen', 'Bezahlen'))
})

test('messages of the repository that reach another process are joined, and cause no comparison', async ({
  skip,
}) => {
  if (database?.config.kind !== 'postgres') return skip()
  repository = git.createRepository('team/shop')
  repository.write({ 'locales/en.json': FILE, [PATH]: FILE })
  repository.commit('First')
  processes = serverProcesses({ program, folder, databaseUrl: database.config.url })
  const holder = await processes.start()
  await processes.signIn(holder)
  const source = await connect(holder, git, repository, 60)
  const other = await processes.start()
  const at = { params: { ...params, source } }
  const { secret } = await other.call(api.git.webhookSecret, at)
  const body = JSON.stringify({ ref: 'refs/heads/main', before: 'a'.repeat(40), after: 'b'.repeat(40) })
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const headers = { 'x-github-event': 'push', 'x-hub-signature-256': `sha256=${signature}` }
  repository.write({ [PATH]: FILE.replace('Laden', 'Geschäft') })
  repository.commit('Say shop')
  const { store } = database
  const [start, asked] = [await store.read(newestEvent), git.requests.length]
  for (let copy = 0; copy < 10; copy++)
    expect((await other.fetch(`/hooks/git/${source}`, { method: 'POST', headers, body })).status).toBe(204)
  const text = async () => (await rowOf(other, 'title'))?.target.forms.other
  await eventually(async () => (await text()) === 'Geschäft')

  // It is done after everything that was requested before.
  await other.call(api.sources.sync, at)
  const events = await store.read((r) => eventsAfter(r, start, 1000))
  expect(events?.filter(({ kind }) => kind === 'source.compared')).toHaveLength(1)
  expect(git.requests.length - asked).toBeLessThan(30)
})

test('a translation branch that is opened through one process is synced by the process that has its project', async ({
  skip,
}) => {
  if (database?.config.kind !== 'postgres') return skip()
  repository = git.createRepository('team/shop')
  repository.write({ 'locales/en.json': FILE, [PATH]: FILE })
  repository.commit('First')
  for (const branch of ['one', 'two'])
    commitBranch({ repository }, branch, { [PATH]: FILE.replace('Laden', branch) })
  processes = serverProcesses({ program, folder, databaseUrl: database.config.url, timings: QUICK_TAKEOVER })
  const holder = await processes.start()
  await processes.signIn(holder)
  const source = await connect(holder, git, repository)
  const other = await processes.start()
  const { store } = database
  const processesOfSources = async () => {
    const rows = await store.read(({ db }) =>
      db.selectFrom('lease').select('holder').distinct().where('name', 'like', 'source %').execute(),
    )
    return rows.map(({ holder }) => holder)
  }
  const first = await processesOfSources()
  const textOf = async (at: ServerProcess, project: string) =>
    (await rowOf(at, 'title', { project }))?.target.forms.other
  for (const branch of ['one', 'two']) {
    const { slug } = await other.call(api.branches.open, { params, body: { source, branch } })
    await eventually(async () => (await textOf(other, slug)) === branch)
  }
  expect(await processesOfSources()).toEqual(first)

  await holder.kill()
  repository.git('checkout', '--quiet', 'one')
  repository.write({ [PATH]: FILE.replace('Laden', 'eins') })
  repository.commit('Again')
  await eventually(async () => (await textOf(other, 'shop-one')) === 'eins')
  expect(await processesOfSources()).toHaveLength(1)
})

test('a process that is stalled while it sends loses its lease: nothing is sent twice or lost', {
  timeout: TEST_DEADLINE_MS + STALLS * 60_000,
}, async ({ skip }) => {
  if (STALLS === 0 || database?.config.kind !== 'postgres') return skip()
  repository = git.createRepository('team/shop')
  repository.write({ 'locales/en.json': FILE, [PATH]: FILE })
  repository.commit('First')
  // So that the process can be stopped in the middle of a send.
  writeProgram(join(repository.bare, 'hooks/pre-receive'), '#!/bin/sh\nsleep 0.5\n')
  processes = serverProcesses({ program, folder, databaseUrl: database.config.url, timings: QUICK_TAKEOVER })
  // Both clocks are wrong by a day, in opposite directions.
  let holder = await processes.start({ clockMs: DAY_MS })
  await processes.signIn(holder)
  await connect(holder, git, repository)
  let other = await processes.start({ clockMs: -DAY_MS })
  const has = (text: string) => repository.fileAt('main', PATH).includes(`"${text}"`)
  for (let stall = 0; stall < STALLS; stall++) {
    const before = git.requests.length
    await save(holder, 'pay', `Bezahlen ${stall}`)
    const [fast, slow] = [other, holder]
    await eventually(async () => git.requests.length > before)
    await sleep(stall * 60)
    slow.pause()
    await sleep(LEASE_LOST_MS)
    await save(fast, 'title', `Titel ${stall}`)
    await eventually(async () => has(`Titel ${stall}`) && has(`Bezahlen ${stall}`))
    await save(fast, 'pay', `Zur Kasse ${stall}`)
    await eventually(async () => has(`Zur Kasse ${stall}`))
    slow.proceed()
    await sleep(2_000)
    await save(slow, 'title', `Geschäft ${stall}`)
    await eventually(async () => has(`Geschäft ${stall}`))
    expect(has(`Zur Kasse ${stall}`)).toBe(true)
    holder = fast
    other = slow
  }
  const { conflicts } = await holder.call(api.files.conflicts, { params })
  expect(conflicts).toEqual([])
  // No commit appears twice, and none is empty.
  const commits = repository.log('main', '%T')
  expect(new Set(commits).size).toBe(commits.length)
  const lines = repository.log('main', '%H')
  await sleep(2_000)
  expect(repository.log('main', '%H')).toEqual(lines)
})
