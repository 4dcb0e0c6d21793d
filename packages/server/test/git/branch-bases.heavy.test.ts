import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { fileBase, gitSource } from '@dragoman/store'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '../test-server.ts'
import { commitBranch, file, openedBranch, rowInStore, saveIn } from './branch-project.ts'
import { type GitProject, gitProject } from './git-project.ts'

const SLUG = 'shop-feature-pay'
const WAIT_MS = 30_000

let open: GitProject | null = null
afterEach(async () => {
  await open?.close()
  open = null
})

/** The texts of a large file; no words are repeated. */
function texts(words: string, change: Readonly<Record<string, string>> = {}): string {
  const own = Array.from(
    { length: 1000 },
    (_, key) => [`key${key}`, `${words} ${(key * 7919) % 10007}`] as const,
  )
  return file({ ...Object.fromEntries(own), ...change })
}

/** Bytes stored of the file versions that a source was last synced with. */
async function storedOf({ test: server }: GitProject, sourceId: number): Promise<number> {
  const rows = await server.server.deps.store.read((r) =>
    r.db.selectFrom('file_base').select('bytes').where('source_id', '=', sourceId).execute(),
  )
  return rows.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
}

test('a branch stores little of its files, and needs neither the copy nor the commits that main has moved on from', async () => {
  const project = await gitProject(
    { 'locales/en.json': texts('Text'), 'locales/de.json': texts('Wort') },
    { settings: { quietMinutes: 60 } },
  )
  open = project
  const { repository, test: server, sourceId } = project
  repository.write({ 'notes.txt': 'Second' })
  repository.commit('Second')
  commitBranch(project, 'feature/pay', {
    'locales/en.json': texts('Text', { key500: 'Pay', key501: 'Pay now' }),
  })
  const { source } = await openedBranch(project, 'feature/pay', 2)
  const branch = await rowInStore(project, SLUG)
  const baseOf = (path: string) =>
    server.server.deps.store.read(async (r) =>
      Buffer.from((await fileBase(r, source, path)) ?? []).toString(),
    )
  await eventually(async () => (await baseOf('locales/en.json')).includes('Pay now'), WAIT_MS)
  expect(await storedOf(project, branch.sourceId)).toBeLessThan(500)
  expect(await storedOf(project, sourceId)).toBeGreaterThan(5000)

  // A force-push replaces main, and the copy of the repository is deleted.
  repository.write({
    'locales/en.json': texts('Text', { key3: 'Of main' }),
    'locales/de.json': texts('Wort', { key3: 'Haupt' }),
  })
  repository.git('add', '--all')
  repository.git('commit', '--quiet', '--amend', '--message', 'Another second')
  repository.git('push', '--quiet', '--force', 'origin', 'HEAD:main')
  await project.sync()
  expect(await project.text('key3', 'de')).toBe('Haupt')
  for (const copy of [`${sourceId}`, `${sourceId}-history`])
    rmSync(join(server.server.deps.repositories.folder, copy), { recursive: true, force: true })
  expect(await baseOf('locales/de.json')).toBe(texts('Wort'))
  expect(await storedOf(project, branch.sourceId)).toBeLessThan(500)

  await saveIn(project, SLUG, 'key500', 'Zahlen')
  await server.call(api.git.send, { params: { project: SLUG, source } })
  expect(repository.fileAt('feature/pay', 'locales/de.json')).toBe(texts('Wort', { key500: 'Zahlen' }))
})

test('a branch that is rewritten without a commit of main is reported, until it is based on main again', async () => {
  const project = await gitProject(
    { 'locales/en.json': file({ title: 'Shop' }), 'locales/de.json': file({ title: 'Laden' }) },
    { settings: { quietMinutes: 60 } },
  )
  open = project
  const { repository, test: server } = project
  commitBranch(project, 'feature/pay', { 'locales/en.json': file({ title: 'Shop', pay: 'Pay' }) })
  await openedBranch(project, 'feature/pay', 1)
  const { projectId, sourceId } = await rowInStore(project, SLUG)
  const sync = () => server.server.deps.sources.sync(projectId, sourceId)
  const commit = repository.git('rev-parse', 'feature/pay').trim()
  repository.git('checkout', '--quiet', '--orphan', 'alone', 'feature/pay')
  repository.git('commit', '--quiet', '-m', 'Alone')
  repository.git('push', '--quiet', '--force', 'origin', 'HEAD:feature/pay')
  await expect(sync()).rejects.toMatchObject({
    params: { reason: 'no-common-commit', branch: 'feature/pay', into: 'main' },
  })
  repository.git('push', '--quiet', '--force', 'origin', `${commit}:feature/pay`)
  await sync()
  const problem = (await server.server.deps.store.read((r) => gitSource(r, sourceId)))?.problem
  expect(problem).toBeNull()
})
