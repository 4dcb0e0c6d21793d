import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, Failure } from '@dragoman/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_DEADLINE_MS } from '../../../../scripts/lib/deadlines.ts'
import { buildServeChild } from '../build-serve-child.ts'
import { type ServerProcesses, serverProcesses } from '../server-processes.ts'
import { generator } from '../sync-walk.ts'
import { eventually } from '../test-server.ts'
import { connect, PATH, params, rowOf, save } from './git-on-processes.ts'
import { type GitServer, openGitServer, type TestRepository } from './git-server.ts'

/** By hand: `DRAGOMAN_KILLS=100 npx vitest run packages/server/test/git/git-kill.heavy.test.ts`. */
const KILLS = Number(process.env.DRAGOMAN_KILLS ?? 4)
const SEED = Number(process.env.DRAGOMAN_LAW_SEED ?? 1)
/** Translators edit the first half of the keys, a developer the others, so nothing conflicts. */
const KEYS = 60

let folder: string
let git: GitServer
let repository: TestRepository
let servers: ServerProcesses

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-git-kill-'))
  servers = serverProcesses({ program: await buildServeChild(), folder, databaseUrl: null })
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
  await servers.end()
  await git.close()
  await rm(folder, { recursive: true, force: true })
})

function textsOf(file: string): Readonly<Record<string, string>> {
  return JSON.parse(file) as Record<string, string> // the file is flat
}

test(`${KILLS} times killed while people save, a developer pushes and texts are sent, nothing is lost`, {
  timeout: TEST_DEADLINE_MS + KILLS * 15_000,
}, async () => {
  const random = generator(SEED)
  let at = await servers.start()
  await servers.signIn(at)
  const source = await connect(at, git, repository)
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
      await save(at, name, text).catch((error: unknown) => {
        // A commit arrived between the read and the save.
        if (error instanceof Failure && error.code === 'stale-edit') return
        throw error
      })
      const now = await rowOf(at, name)
      if (now?.target.forms.other === text) {
        saved.set(name, text)
        saves++
      }
      if (random(6) === 0) push()
      await new Promise((resolve) => setTimeout(resolve, random(120)))
    }
    await at.kill()
    if (kill === 0 || random(2) === 0) push()
    at = await servers.start()
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
    await at.call(api.sources.sync, { params: { ...params, source } }).catch(() => undefined)
    await at.call(api.git.send, { params: { ...params, source } }).catch(() => undefined)
    const { waitingFiles } = await at.call(api.git.get, {
      params: { ...params, source },
      query: { history: 1 },
    })
    return waitingFiles === 0
  })
  const { conflicts } = await at.call(api.files.conflicts, { params })
  expect(conflicts).toEqual([])
  const branch = textsOf(repository.fileAt('main', PATH))
  for (const [name, text] of [...saved, ...pushed]) {
    expect(branch[name], `${name} in the branch`).toBe(text)
    expect((await rowOf(at, name))?.target.forms.other, `${name} in the catalog`).toBe(text)
  }
  repository.git('fetch', '--quiet', 'origin')
  for (const tip of tips) repository.git('merge-base', '--is-ancestor', tip, 'origin/main')
})
