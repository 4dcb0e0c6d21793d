import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@dragoman/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_DEADLINE_MS } from '../../../../scripts/lib/deadlines.ts'
import { buildServeChild } from '../build-serve-child.ts'
import { type ServerProcesses, serverProcesses } from '../server-processes.ts'
import { generator } from '../sync-walk.ts'
import { eventually } from '../test-server.ts'
import { commitBranch, file } from './branch-project.ts'
import { connect, params, rowOf } from './git-on-processes.ts'
import { type GitServer, openGitServer, type TestRepository } from './git-server.ts'

/** By hand: `DRAGOMAN_KILLS=50 npx vitest run packages/server/test/git/branch-kill.heavy.test.ts`. */
const KILLS = Number(process.env.DRAGOMAN_KILLS ?? 1)
const SEED = Number(process.env.DRAGOMAN_LAW_SEED ?? 1)
/** Roughly how long syncing a merged branch takes, or ending it by hand. */
const WITHIN_MS = 700
const WAIT_MS = 30_000

let folder: string
let git: GitServer
let repository: TestRepository
let servers: ServerProcesses

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-branch-kill-'))
  servers = serverProcesses({ program: await buildServeChild(), folder, databaseUrl: null })
  git = await openGitServer()
  repository = git.createRepository('team/shop')
  repository.write({ 'locales/en.json': file(textsOf(-1)), 'locales/de.json': file({ title: 'Laden' }) })
  repository.commit('First')
})
afterAll(async () => {
  await servers.end()
  await git.close()
  await rm(folder, { recursive: true, force: true })
})

/** The texts of `main` once the branches up to `last` are merged. */
function textsOf(last: number): Readonly<Record<string, string>> {
  const keys = Array.from({ length: last + 1 }, (_, number) => [`key${number}`, `Text ${number}`] as const)
  return { title: 'Shop', ...Object.fromEntries(keys) }
}

test(`killed ${KILLS === 1 ? 'once' : `${KILLS} times`} while a branch is ended by its merge or by a person, each text is moved once`, {
  timeout: TEST_DEADLINE_MS + KILLS * 60_000,
}, async () => {
  const random = generator(SEED)
  let at = await servers.start()
  await servers.signIn(at)
  const into = await connect(at, git, repository, 60)
  for (let kill = 0; kill < KILLS; kill++) {
    const [branch, slug, key] = [`feature/${kill}`, `shop-feature-${kill}`, `key${kill}`]
    commitBranch({ repository }, branch, { 'locales/en.json': file(textsOf(kill)) })
    const { source } = await at.call(api.branches.open, { params, body: { source: into, branch } })
    await eventually(async () => (await rowOf(at, key, { project: slug })) !== undefined, WAIT_MS)
    const row = await rowOf(at, key, { project: slug })
    await at.call(api.translations.save, {
      params: { project: slug, key: row?.key.id ?? 0, language: 'de' },
      body: { forms: { other: `Übersetzt ${kill}` }, baseVersion: row?.target.version ?? 0 },
    })
    repository.git('merge', '--quiet', '--squash', branch)
    repository.commit(`Merged ${kill}`)
    const sync = () => at.call(api.sources.sync, { params: { project: slug, source } })
    const end =
      kill % 2 === 0
        ? sync
        : async () => {
            await at.call(api.sources.sync, { params: { ...params, source: into } })
            await at.call(api.branches.close, {
              params: { ...params, branch: slug },
              body: { texts: 'move' },
            })
          }
    // Its connection ends with the server.
    const asked = end().catch(() => undefined)
    await sleep(random(WITHIN_MS))
    await at.kill()
    at = await servers.start()
    await asked
    await eventually(async () => {
      const { branches } = await at.call(api.branches.list, { params })
      if (branches.length === 0) return true
      await end().catch(() => undefined)
      return false
    }, WAIT_MS)
    expect((await rowOf(at, key))?.target.forms).toEqual({ other: `Übersetzt ${kill}` })
    expect((await at.call(api.files.conflicts, { params })).total).toBe(0)
  }
  const { operations } = await at.call(api.operations.list, { params, query: { limit: 100 } })
  const moves = operations.flatMap(({ summary }) =>
    summary.origin?.startsWith('feature/') ? [summary.origin] : [],
  )
  expect(new Set(moves).size).toBe(KILLS)
  expect(moves).toHaveLength(KILLS)
})
