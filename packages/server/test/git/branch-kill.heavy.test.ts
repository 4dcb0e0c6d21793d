import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, callRoute } from '@dragoman/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_DEADLINE_MS } from '../../../../scripts/lib/deadlines.ts'
import { buildServeChild } from '../build-serve-child.ts'
import { generator } from '../sync-walk.ts'
import { eventually, PASSWORD, SETUP_CODE } from '../test-server.ts'
import { commitBranch, file } from './branch-project.ts'
import { type GitServer, openGitServer, type TestRepository } from './git-server.ts'

/** By hand: `DRAGOMAN_KILLS=50 npx vitest run packages/server/test/git/branch-kill.heavy.test.ts`. */
const KILLS = Number(process.env.DRAGOMAN_KILLS ?? 1)
const SEED = Number(process.env.DRAGOMAN_LAW_SEED ?? 1)
/** Roughly how long syncing a merged branch takes, or ending it by hand. */
const WITHIN_MS = 700
const WAIT_MS = 30_000
const params = { project: 'shop' }
type Fetch = (path: string, init?: RequestInit) => Promise<Response>

let program: string
let folder: string
let git: GitServer
let repository: TestRepository
let child: ChildProcess | null = null

beforeAll(async () => {
  program = await buildServeChild()
  folder = await mkdtemp(join(tmpdir(), 'dragoman-branch-kill-'))
  git = await openGitServer()
  repository = git.createRepository('team/shop')
  repository.write({ 'locales/en.json': file(textsOf(-1)), 'locales/de.json': file({ title: 'Laden' }) })
  repository.commit('First')
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await git.close()
  await rm(folder, { recursive: true, force: true })
})

/** The texts of `main` once the branches up to `last` are merged. */
function textsOf(last: number): Readonly<Record<string, string>> {
  const keys = Array.from({ length: last + 1 }, (_, number) => [`key${number}`, `Text ${number}`] as const)
  return { title: 'Shop', ...Object.fromEntries(keys) }
}

async function serve(): Promise<Fetch> {
  const started = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'ignore'] })
  child = started
  const origin = await new Promise<string>((resolve, reject) => {
    started.stdout.once('data', (chunk) => resolve(String(chunk).trim()))
    started.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
  })
  let cookie = ''
  const fetchAs: Fetch = async (path, init = {}) => {
    const headers = new Headers(init.headers)
    if (cookie !== '') headers.set('cookie', cookie)
    const response = await fetch(`${origin}${path}`, { ...init, headers })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return response
  }
  const { setupNeeded } = await callRoute(fetchAs, api.session.get, {})
  if (setupNeeded)
    await callRoute(fetchAs, api.session.setUp, {
      body: { code: SETUP_CODE, name: 'Ann', password: PASSWORD },
    })
  else await callRoute(fetchAs, api.session.signIn, { body: { name: 'Ann', password: PASSWORD } })
  return fetchAs
}

async function connect(call: Fetch): Promise<number> {
  await callRoute(call, api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
  const { id, job } = await callRoute(call, api.git.connect, {
    params,
    body: {
      repository: repository.url,
      branch: 'main',
      signIn: { kind: 'password', user: git.user, password: git.password },
      mode: 'push',
      settings: { quietMinutes: 60 },
    },
  })
  await eventually(async () => {
    const now = await callRoute(call, api.jobs.get, { params: { ...params, job: job.id } })
    return now.state === 'done'
  })
  return id
}

async function rowOf(call: Fetch, project: string, name: string) {
  const { rows } = await callRoute(call, api.translations.page, {
    params: { project },
    query: { language: 'de', q: `key:${name}`, limit: 10 },
  })
  return rows.find(({ key }) => key.name === name) ?? null
}

async function killed(): Promise<Fetch> {
  const ended = new Promise((resolve) => child?.once('exit', resolve))
  child?.kill('SIGKILL')
  await ended
  return serve()
}

test(`killed ${KILLS === 1 ? 'once' : `${KILLS} times`} while a branch is ended by its merge or by a person, each text is moved once`, {
  timeout: TEST_DEADLINE_MS + KILLS * 60_000,
}, async () => {
  const random = generator(SEED)
  let call = await serve()
  const into = await connect(call)
  for (let kill = 0; kill < KILLS; kill++) {
    const [branch, slug, key] = [`feature/${kill}`, `shop-feature-${kill}`, `key${kill}`]
    commitBranch({ repository }, branch, { 'locales/en.json': file(textsOf(kill)) })
    const { source } = await callRoute(call, api.branches.open, { params, body: { source: into, branch } })
    await eventually(async () => (await rowOf(call, slug, key)) !== null, WAIT_MS)
    const row = await rowOf(call, slug, key)
    await callRoute(call, api.translations.save, {
      params: { project: slug, key: row?.key.id ?? 0, language: 'de' },
      body: { forms: { other: `Übersetzt ${kill}` }, baseVersion: row?.target.version ?? 0 },
    })
    repository.git('merge', '--quiet', '--squash', branch)
    repository.commit(`Merged ${kill}`)
    const sync = () => callRoute(call, api.sources.sync, { params: { project: slug, source } })
    const end =
      kill % 2 === 0
        ? sync
        : async () => {
            await callRoute(call, api.sources.sync, { params: { ...params, source: into } })
            await callRoute(call, api.branches.close, {
              params: { ...params, branch: slug },
              body: { texts: 'move' },
            })
          }
    // Its connection ends with the server.
    const asked = end().catch(() => undefined)
    await sleep(random(WITHIN_MS))
    call = await killed()
    await asked
    await eventually(async () => {
      const { branches } = await callRoute(call, api.branches.list, { params })
      if (branches.length === 0) return true
      await end().catch(() => undefined)
      return false
    }, WAIT_MS)
    expect((await rowOf(call, 'shop', key))?.target.forms).toEqual({ other: `Übersetzt ${kill}` })
    expect((await callRoute(call, api.files.conflicts, { params })).total).toBe(0)
  }
  const { operations } = await callRoute(call, api.operations.list, { params, query: { limit: 100 } })
  const moves = operations.flatMap(({ summary }) =>
    summary.origin?.startsWith('feature/') ? [summary.origin] : [],
  )
  expect(new Set(moves).size).toBe(KILLS)
  expect(moves).toHaveLength(KILLS)
  child?.kill('SIGTERM')
})
