import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GitServer, openGitServer, runWith } from '../../test/git/git-server.ts'
import { openHistory } from './history.ts'
import { readRemoteAddress } from './remote-address.ts'
import { openGit } from './run-git.ts'

/** A copy with more is combined. */
const MANY_PACKS = 50

const git = openGit({ searchPath: process.env.PATH ?? '' })
let server: GitServer
let home: string
beforeAll(async () => {
  server = await openGitServer()
  home = mkdtempSync(join(tmpdir(), 'dragoman-history-'))
})
afterAll(async () => {
  await server.close()
  rmSync(home, { recursive: true, force: true })
})

/** `main` and `work`, with their merge base `met`. */
function openTwo(name: string, objectFormat: 'sha1' | 'sha256' = 'sha1') {
  const repository = server.createRepository(name, { objectFormat })
  const commit = (branch: string, text: string) => {
    repository.write({ 'a.txt': text })
    repository.git('add', '-A')
    repository.git('commit', '--quiet', '-m', text)
    repository.git('push', '--quiet', 'origin', `HEAD:${branch}`)
    return repository.git('rev-parse', 'HEAD').trim()
  }
  const met = commit('main', 'one')
  const work = commit('work', 'two')
  repository.git('reset', '--quiet', '--hard', met)
  const main = commit('main', 'three')
  const address = readRemoteAddress(repository.url)
  if ('fault' in address) throw new Error(address.fault)
  const credentials = { kind: 'password', user: server.user, password: server.password } as const
  const folder = join(home, `${name}-history`)
  const history = openHistory({
    git,
    folder,
    address,
    withRemote: (job) => job({ address, pinned: '127.0.0.1', credentials }),
  })
  return { history, folder, repository, commit, met, work, main }
}

describe.each(['sha1', 'sha256'] as const)('a repository with %s ids', (objectFormat) => {
  test('finds the merge base of two branches, and which commit came before which', async () => {
    const { history, met, work, main } = openTwo(`met-${objectFormat}`, objectFormat)
    expect(await history.mergeBase('work', 'main')).toBe(met)
    expect(await history.mergeBaseOf(work, main)).toBe(met)
    expect(await history.mergeBaseOf(met, main)).toBe(met)
    expect(await history.mergeBaseOf('1'.repeat(met.length), main)).toBeNull()
    expect(await history.isAncestor(met, work)).toBe(true)
    expect(await history.isAncestor(main, work)).toBe(false)
    expect(await history.isAncestor('0'.repeat(met.length), work)).toBe(false)
  })
})

/** Branches with commits of one line each: their names, and those of their parents. */
function importCommits(bare: string, commits: readonly (readonly [ref: string, ...parents: string[]])[]) {
  const names = new Map<string, number>()
  const mark = (name: string) => `:${names.get(name)}`
  const input = commits.map(([name, ...parents], index) => {
    names.set(name, index + 1)
    const [from, merged] = parents
    return [
      `commit refs/heads/${name.replace(/\d+$/, '')}`,
      `mark :${index + 1}`,
      `committer Dana <dana@example.org> ${1_700_000_000 + index} +0000`,
      `data ${name.length}\n${name}`,
      ...(from === undefined ? [] : [`from ${mark(from)}`]),
      ...(merged === undefined ? [] : [`merge ${mark(merged)}`]),
      '',
    ].join('\n')
  })
  runWith(input.join('\n'), bare, 'git', 'fast-import', '--quiet')
}

test('the merge base is found behind many commits, although the branch has merged an older one', async () => {
  const { history, repository } = openTwo('far')
  const line = (branch: string, from: number, to: number, first: string) =>
    Array.from({ length: to - from }, (_, index) => {
      const before = index === 0 ? first : `${branch}${from + index - 1}`
      return [`${branch}${from + index}`, before] as const
    })
  importCommits(repository.bare, [
    ['target0'],
    ...line('target', 1, 6, 'target0'),
    ['old0', 'target0'],
    ...line('long', 0, 70, 'target4'),
    ['long70', 'long69', 'old0'],
    ['long71', 'long70'],
  ])
  const met = runWith('', repository.bare, 'git', 'rev-parse', 'target~1').trim()
  expect(await history.mergeBase('long', 'target')).toBe(met)
  // A later comparison fetches as much as was needed.
  expect(await history.mergeBase('long', 'target')).toBe(met)
  expect(await history.mergeBase('old', 'target')).toBe(
    runWith('', repository.bare, 'git', 'rev-parse', 'target~5').trim(),
  )
})

test('a copy whose creation was interrupted is created again', async () => {
  const { history, folder, met } = openTwo('half-made')
  await git({ repository: null, args: ['init', '--quiet', '--bare', '--template=', '--', folder] })
  expect(await history.mergeBase('work', 'main')).toBe(met)
})

test('the packs of many fetches become one again', async () => {
  const { history, folder, repository, commit, met, work } = openTwo('grown')
  const objects = join(folder, 'objects/pack')
  const packs = () => readdirSync(objects).filter((name) => name.endsWith('.pack'))
  for (let count = 0; count < MANY_PACKS; count++)
    repository.git('commit', '--quiet', '--allow-empty', '-m', `${count}`)
  const newest = commit('main', 'four')
  expect(await history.mergeBase('work', 'main')).toBe(met)
  // As if each commit had come with a fetch of its own.
  const ids = repository.git('rev-list', `-${MANY_PACKS}`, 'main').trim().split('\n')
  for (const id of ids) {
    const args = ['pack-objects', '--quiet', join(objects, 'pack')]
    const { stdout } = await git({ repository: folder, args, input: `${id}\n` })
    writeFileSync(join(objects, `pack-${stdout.toString().trim()}.promisor`), '')
  }
  expect(packs().length).toBeGreaterThan(MANY_PACKS)
  await history.tidy()
  expect(packs()).toHaveLength(1)
  expect(await history.isAncestor(met, work)).toBe(true)
  expect(await history.isAncestor(met, newest)).toBe(true)
  commit('main', 'five')
  expect(await history.mergeBase('work', 'main')).toBe(met)
})

test('leftovers of a fetch that was killed do no harm', async () => {
  const { history, folder, met } = openTwo('left-over')
  expect(await history.mergeBase('work', 'main')).toBe(met)
  writeFileSync(join(folder, 'shallow.lock'), '')
  // The first fetch after it fails; its caller tries again.
  await expect(history.mergeBase('work', 'main')).rejects.toThrow('shallow.lock')
  expect(await history.mergeBase('work', 'main')).toBe(met)
})
