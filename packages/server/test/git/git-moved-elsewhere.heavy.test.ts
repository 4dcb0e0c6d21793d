import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../store/test/on-both.ts'
import { buildServeChild } from '../build-serve-child.ts'
import { type ServerProcess, type ServerProcesses, serverProcesses } from '../server-processes.ts'
import { DATABASES, eventually } from '../test-server.ts'
import { QUICK_TAKEOVER } from '../timings.ts'
import { connect, FILE, PATH, params, rowOf, save } from './git-on-processes.ts'
import { type GitServer, openGitServer } from './git-server.ts'

/** A source is moved at a process other than the one that syncs it. */

const hasPostgres = DATABASES.includes('postgres')
let git: GitServer
let processes: ServerProcesses
let database: Awaited<ReturnType<typeof openTestDatabase>> | null = null
let folder = ''

beforeAll(async () => {
  if (!hasPostgres) return
  folder = await mkdtemp(join(tmpdir(), 'dragoman-git-moved-'))
  database = await openTestDatabase('postgres')
  if (database.config.kind !== 'postgres') throw new Error(database.config.kind)
  git = await openGitServer()
  const program = await buildServeChild()
  processes = serverProcesses({ program, folder, databaseUrl: database.config.url, timings: QUICK_TAKEOVER })
})
afterAll(async () => {
  await processes?.end()
  await git?.close()
  await database?.remove()
  if (folder !== '') await rm(folder, { recursive: true, force: true })
})

function repositoryAt(name: string, german: string) {
  const repository = git.createRepository(name)
  repository.write({ 'locales/en.json': FILE, [PATH]: german })
  repository.commit('First')
  return repository
}

test.runIf(hasPostgres)(
  'the process that syncs it continues at the new place, and texts saved at either process arrive there',
  async () => {
    const before = repositoryAt('team/before', FILE)
    const holder = await processes.start()
    await processes.signIn(holder)
    const source = await connect(holder, git, before)
    const other = await processes.start()
    await save(other, 'pay', 'Bezahlen')
    await eventually(async () => before.fileAt('main', PATH).includes('Bezahlen'))
    const commits = before.log('main', '%H')
    const after = repositoryAt('team/after', before.fileAt('main', PATH))

    await other.call(api.git.move, {
      params: { ...params, source },
      body: {
        repository: after.url,
        branch: 'main',
        signIn: { kind: 'password', user: git.user, password: git.password },
      },
    })
    await Promise.all([save(holder, 'title', 'Geschäft'), save(other, 'pay', 'Zur Kasse')])
    const has = (text: string) => after.fileAt('main', PATH).includes(`"${text}"`)
    await eventually(async () => has('Geschäft') && has('Zur Kasse'))
    expect(before.log('main', '%H')).toEqual(commits)

    // A commit of a developer arrives from the new place, at both processes.
    after.git('pull', '--quiet', 'origin', 'main')
    after.write({ [PATH]: after.fileAt('main', PATH).replace('Geschäft', 'Laden am Markt') })
    after.commit('Name')
    await holder.call(api.sources.sync, { params: { ...params, source } })
    const shown = (at: ServerProcess) => rowOf(at, 'title').then((row) => row?.target.forms.other)
    await eventually(async () => (await shown(holder)) === 'Laden am Markt')
    await eventually(async () => (await shown(other)) === 'Laden am Markt')
    const { conflicts } = await other.call(api.files.conflicts, { params })
    expect(conflicts).toEqual([])

    // The process that synced it ends; the other one takes over at the new place.
    await holder.kill()
    await save(other, 'pay', 'Jetzt bezahlen')
    await eventually(async () => has('Jetzt bezahlen'))
    expect(before.log('main', '%H')).toEqual(commits)
  },
)
