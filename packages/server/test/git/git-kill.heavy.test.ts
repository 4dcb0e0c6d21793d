import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, callRoute, Failure } from '@dragoman/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_DEADLINE_MS } from '../../../../scripts/lib/deadlines.ts'
import { buildServeChild } from '../build-serve-child.ts'
import { generator } from '../sync-walk.ts'
import { eventually, PASSWORD, SETUP_CODE } from '../test-server.ts'
import { type GitServer, openGitServer, type TestRepository } from './git-server.ts'

/** By hand: `DRAGOMAN_KILLS=100 npx vitest run packages/server/test/git/git-kill.heavy.test.ts`. */
const KILLS = Number(process.env.DRAGOMAN_KILLS ?? 4)
const SEED = Number(process.env.DRAGOMAN_LAW_SEED ?? 1)
/** Translators edit the first half of the keys, a developer the others, so nothing conflicts. */
const KEYS = 60
const PATH = 'locales/de.json'
const params = { project: 'shop' }
type Fetch = (path: string, init?: RequestInit) => Promise<Response>

let program: string
let folder: string
let git: GitServer
let repository: TestRepository
let child: ChildProcess | null = null

beforeAll(async () => {
  program = await buildServeChild()
  folder = await mkdtemp(join(tmpdir(), 'dragoman-git-kill-'))
  git = await openGitServer()
  repository = git.createRepository('team/shop')
  const texts = Object.fromEntries(
    Array.from({ length: KEYS }, (_, index) => [`key${index}`, `text ${index}`]),
  )
  const file = `${JSON.stringify(texts, null, 2)}\n`
  repository.write({ 'locales/en.json': file, [PATH]: file })
  repository.commit('First')
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await git.close()
  await rm(folder, { recursive: true, force: true })
})

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
      settings: { quietMinutes: 0 },
    },
  })
  await eventually(async () => {
    const now = await callRoute(call, api.jobs.get, { params: { ...params, job: job.id } })
    return now.state === 'done'
  })
  return id
}

async function rowOf(call: Fetch, name: string) {
  const { rows } = await callRoute(call, api.translations.page, {
    params,
    query: { language: 'de', q: `key:${name}`, limit: 10 },
  })
  return rows.find(({ key }) => key.name === name) ?? null
}

function textsOf(file: string): Readonly<Record<string, string>> {
  return JSON.parse(file) as Record<string, string> // the file is flat
}

test(`${KILLS} times killed while people save, a developer pushes and texts are sent, nothing is lost`, {
  timeout: TEST_DEADLINE_MS + KILLS * 15_000,
}, async () => {
  const random = generator(SEED)
  let call = await serve()
  const source = await connect(call)
  const saved = new Map<string, string>()
  const pushed = new Map<string, string>()
  const tips: string[] = []
  let count = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const until = performance.now() + 300 + random(1500)
    // At least some, even on a slow machine.
    for (let saves = 0; performance.now() < until || saves < 2; ) {
      const name = `key${random(KEYS / 2)}`
      const text = `saved ${++count}`
      const row = await rowOf(call, name)
      await callRoute(call, api.translations.save, {
        params: { ...params, key: row?.key.id ?? 0, language: 'de' },
        body: { forms: { other: text }, baseVersion: row?.target.version ?? 0 },
      }).catch((error: unknown) => {
        // A commit arrived between the read and the save.
        if (error instanceof Failure && error.code === 'stale-edit') return
        throw error
      })
      const now = await rowOf(call, name)
      if (now?.target.forms.other === text) {
        saved.set(name, text)
        saves++
      }
      if (random(6) === 0) push()
      await new Promise((resolve) => setTimeout(resolve, random(120)))
    }
    const killed = child
    const ended = new Promise((resolve) => killed?.once('exit', resolve))
    killed?.kill('SIGKILL')
    await ended
    if (kill === 0 || random(2) === 0) push()
    call = await serve()
  }

  /** A developer updates their clone, edits one of their texts and pushes. */
  function push(): void {
    const name = `key${KEYS / 2 + random(KEYS / 2)}`
    const text = `pushed ${++count}`
    repository.git('fetch', '--quiet', 'origin')
    repository.git('reset', '--quiet', '--hard', 'origin/main')
    const now = { ...textsOf(repository.fileAt('main', PATH)), [name]: text }
    repository.write({ [PATH]: `${JSON.stringify(now, null, 2)}\n` })
    try {
      tips.push(repository.commit(`Say ${name}`))
      pushed.set(name, text)
    } catch {
      // Dragoman was first: a real developer would start over, as the next push does.
    }
  }

  expect(saved.size).toBeGreaterThan(1)
  expect(pushed.size).toBeGreaterThan(0)
  await eventually(async () => {
    await callRoute(call, api.sources.sync, { params: { ...params, source } }).catch(() => undefined)
    await callRoute(call, api.git.send, { params: { ...params, source } }).catch(() => undefined)
    const { waitingFiles } = await callRoute(call, api.git.get, {
      params: { ...params, source },
      query: { history: 1 },
    })
    return waitingFiles === 0
  })
  const { conflicts } = await callRoute(call, api.files.conflicts, { params })
  expect(conflicts).toEqual([])
  const branch = textsOf(repository.fileAt('main', PATH))
  for (const [name, text] of [...saved, ...pushed]) {
    expect(branch[name], `${name} in the branch`).toBe(text)
    expect((await rowOf(call, name))?.target.forms.other, `${name} in the catalog`).toBe(text)
  }
  repository.git('fetch', '--quiet', 'origin')
  for (const tip of tips) repository.git('merge-base', '--is-ancestor', tip, 'origin/main')
  child?.kill('SIGTERM')
})
