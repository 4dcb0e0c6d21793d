import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GitServer, openGitServer } from '../../test/git/git-server.ts'
import { type MirrorLocation, openMirror } from './mirror.ts'
import { readRemoteAddress } from './remote-address.ts'
import { removeOldLeftovers } from './remove-leftovers.ts'
import { GitError, openGit } from './run-git.ts'

const git = openGit({ searchPath: process.env.PATH ?? '' })
const [ANA, DRAGOMAN] = [
  { name: 'Ana', email: 'ana@example.org' },
  { name: 'Dragoman', email: 'dragoman@example.org' },
]
const DE = 'locales/de.json'

let server: GitServer
let home: string
beforeAll(async () => {
  server = await openGitServer()
  home = mkdtempSync(join(tmpdir(), 'dragoman-repack-'))
})
afterAll(async () => {
  await server.close()
  rmSync(home, { recursive: true, force: true })
})

/** A file that Git cannot compress much on its own. */
function fileOf(seed: number, changed = ''): Buffer {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state.toString(36)
  }
  const lines = Array.from({ length: 14_000 }, (_, index) => `  "key${index}": "${next()}${next()}"`)
  lines[100] = `  "changed": "${changed}"`
  return Buffer.from(`{\n${lines.join(',\n')}\n}\n`)
}

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  return files.reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, 0)
}

function packsOf(folder: string): string[] {
  return readdirSync(join(folder, 'objects/pack')).map((name) => name.replace(/^pack-[0-9a-f]+/, 'pack'))
}

/** A copy with four commits of ours and four of others, each with another version of one file. */
async function grownCopy(name: string, format: 'sha1' | 'sha256' = 'sha1') {
  const repository = server.createRepository(name, { objectFormat: format })
  repository.write({ 'src/app.ts': 'not asked for\n', [DE]: fileOf(1), 'locales/fr.json': fileOf(2) })
  repository.commit('First')
  const folder = join(home, `${name}.git`)
  const address = readRemoteAddress(repository.url)
  if ('fault' in address) throw new Error(address.fault)
  const credentials = { kind: 'password', user: server.user, password: server.password } as const
  const place: MirrorLocation = {
    git,
    folder,
    address,
    withRemote: (work) => work({ address, pinned: '127.0.0.1', credentials }),
  }
  const mirror = openMirror(place)
  const fetchFiles = async (commit: string) => {
    const files = await mirror.tree(commit, ['locales'])
    return mirror.blobs(files.map(({ id }) => id))
  }
  let tip = (await mirror.fetchBranch('main')) ?? ''
  await fetchFiles(tip)
  const once = sizeOf(folder)
  for (let round = 0; round < 4; round++) {
    const ours = { path: DE, bytes: fileOf(1, `ours ${round}`) }
    const people = { author: ANA, committer: DRAGOMAN }
    const request = { parent: tip, files: [ours], ...people, message: 'Ours', time: round }
    const { id } = await mirror.commit(request)
    expect(await mirror.push({ branch: 'main', commit: id, expected: tip })).toEqual({ kind: 'pushed' })
    repository.git('fetch', '--quiet', 'origin')
    repository.git('reset', '--quiet', '--hard', 'origin/main')
    repository.write({ 'locales/fr.json': fileOf(2, `theirs ${round}`) })
    repository.commit('Theirs')
    tip = (await mirror.fetchBranch('main')) ?? ''
    await fetchFiles(tip)
  }
  const ids = (await git({ repository: folder, args: ALL_OBJECTS })).stdout.toString()
  return { repository, folder, place, mirror, fetchFiles, tip, once, ids }
}

const ALL_OBJECTS = ['cat-file', '--batch-all-objects', '--batch-check']

test.each(['sha1', 'sha256'] as const)('a copy with %s ids becomes one pack again', async (format) => {
  const { repository, folder, mirror, fetchFiles, tip, once, ids } = await grownCopy(
    `grown-${format}`,
    format,
  )
  expect(sizeOf(folder)).toBeGreaterThan(once * 2)
  const requests = server.requests.length
  // Others read in the meantime.
  const [, ...read] = await Promise.all([mirror.tidy(), ...Array.from({ length: 5 }, () => fetchFiles(tip))])
  expect(read.every((files) => files.size === 2)).toBe(true)
  expect(sizeOf(folder)).toBeLessThan(once * 1.1)
  expect(packsOf(folder).sort()).toEqual(['pack.idx', 'pack.pack', 'pack.promisor'])
  expect(readdirSync(join(folder, 'objects')).sort()).toEqual(['info', 'pack'])
  // Everything is still there, and nothing else was requested.
  expect((await git({ repository: folder, args: ALL_OBJECTS })).stdout.toString()).toBe(ids)
  expect(server.requests.length).toBe(requests)
  await git({ repository: folder, args: ['fsck', '--connectivity-only'] })
  // Later objects are added to it.
  const files = [{ path: DE, bytes: fileOf(1, 'later') }]
  const request = { parent: tip, files, author: ANA, committer: DRAGOMAN, message: 'Later', time: 9 }
  const { id } = await mirror.commit(request)
  expect(await mirror.push({ branch: 'main', commit: id, expected: tip })).toEqual({ kind: 'pushed' })
  expect(repository.fileAt('main', 'src/app.ts')).toBe('not asked for\n')
  repository.git('pull', '--quiet', 'origin', 'main')
  repository.write({ 'locales/es.json': fileOf(3) })
  const theirs = repository.commit('Spanish')
  expect(await mirror.fetchBranch('main')).toBe(theirs)
  expect((await fetchFiles(theirs)).size).toBe(3)
})

test('combining the objects of a copy can be interrupted anywhere', async () => {
  const { folder, place, mirror, fetchFiles, tip, once, ids } = await grownCopy('ended')
  const packs = join(folder, 'objects/pack')
  for (const afterMs of [5, 20, 40, 80]) {
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(), afterMs)
    await openMirror({ ...place, signal: ending.signal })
      .tidy()
      .catch((error: unknown) => expect(error).toBeInstanceOf(GitError))
    clearTimeout(timer)
    expect((await git({ repository: folder, args: ALL_OBJECTS })).stdout.toString()).toBe(ids)
  }
  // The state that a process leaves when it dies while renaming the files of the pack.
  writeFileSync(join(packs, `pack-${'a'.repeat(40)}.promisor`), '')
  writeFileSync(join(packs, `pack-${'a'.repeat(40)}.pack`), 'half')
  writeFileSync(join(packs, 'tmp_repack_ab-1.idx'), 'half')
  expect((await fetchFiles(tip)).size).toBe(2)
  await removeOldLeftovers(folder, 0)
  const { id } = await mirror.commit({
    parent: tip,
    files: [4, 5, 6, 7, 8, 9, 10].map((seed) => ({ path: `locales/${seed}.json`, bytes: fileOf(seed) })),
    author: ANA,
    committer: DRAGOMAN,
    message: 'More',
    time: 1,
  })
  await mirror.tidy()
  expect(packsOf(folder).sort()).toEqual(['pack.idx', 'pack.pack', 'pack.promisor'])
  expect(sizeOf(folder)).toBeLessThan(once * 5)
  expect(await mirror.has(id)).toBe(true)
})

test('a copy with little outside its pack is left as it is', async () => {
  const { folder, mirror } = await grownCopy('small')
  await mirror.tidy()
  const before = statSync(join(folder, 'objects/pack')).mtimeMs
  await mirror.tidy()
  expect(statSync(join(folder, 'objects/pack')).mtimeMs).toBe(before)
})
