import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GitServer, openGitServer, type TestRepository } from '../../test/git/git-server.ts'
import { writeProgram } from '../../test/write-program.ts'
import { branchContent } from '../sources/git/connect/branch-content.ts'
import type { CommitRequest } from './make-commit.ts'
import { type MirrorLocation, openMirror } from './mirror.ts'
import type { Remote } from './remote.ts'
import { readRemoteAddress } from './remote-address.ts'
import { type Git, GitError, openGit } from './run-git.ts'

let server: GitServer
let home: string
const git = openGit({ searchPath: process.env.PATH ?? '' })

beforeAll(async () => {
  server = await openGitServer()
  home = mkdtempSync(join(tmpdir(), 'dragoman-mirror-'))
})
afterAll(async () => {
  await server.close()
  rmSync(home, { recursive: true, force: true })
})

const ANA = { name: 'Ana', email: 'ana@example.org' }
const DRAGOMAN = { name: 'Dragoman', email: 'dragoman@example.org' }

let repositories = 0
function openPair(files: Readonly<Record<string, string | Uint8Array>>, objectFormat?: 'sha1' | 'sha256') {
  const name = `app${++repositories}`
  const repository = server.createRepository(name, objectFormat === undefined ? {} : { objectFormat })
  repository.write(files)
  const tip = repository.commit('First')
  const folder = join(home, `${name}.git`)
  return {
    repository,
    tip,
    folder,
    mirror: openMirror({ git, folder, ...reachedBy(remoteOf(repository)) }),
  }
}

function reachedBy(remote: Remote): Pick<MirrorLocation, 'address' | 'withRemote'> {
  return { address: remote.address, withRemote: (work) => work(remote) }
}

function remoteOf({ url }: Pick<TestRepository, 'url'>, password = server.password): Remote {
  const address = readRemoteAddress(url)
  if ('fault' in address) throw new Error(address.fault)
  return { address, pinned: '127.0.0.1', credentials: { kind: 'password', user: server.user, password } }
}

/** A commit that sets the text of `de.json`. */
function ours(parent: string, text: string): CommitRequest {
  return {
    parent,
    files: [{ path: 'de.json', bytes: Buffer.from(`{ "a": "${text}" }\n`) }],
    author: ANA,
    committer: DRAGOMAN,
    message: text,
    time: 1,
  }
}

function manyFiles(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`locales/de/part${index}.json`, `{ "a": "${index}" }\n`]),
  )
}

describe.each(['sha1', 'sha256'] as const)('a repository with %s ids', (objectFormat) => {
  test('is read without files that were not requested, and they come in one request', async () => {
    const { mirror, tip } = openPair({ 'src/app.ts': 'export {}\n', ...manyFiles(40) }, objectFormat)
    expect(await mirror.listBranches()).toEqual({ defaultBranch: 'main', tips: new Map([['main', tip]]) })
    expect(await mirror.fetchBranch('main')).toBe(tip)
    const files = await mirror.tree(tip, ['locales'])
    expect(files).toHaveLength(40)
    const before = server.requests.length
    const blobs = await mirror.blobs(files.map(({ id }) => id))
    expect(blobs.size).toBe(40)
    expect(server.requests.length - before).toBeLessThanOrEqual(3)
    const again = server.requests.length
    await mirror.blobs(files.map(({ id }) => id))
    expect(server.requests.length).toBe(again)
  })

  test('accepts a commit that was made without its other files', async () => {
    const { mirror, repository, tip } = openPair(
      { 'a/b.txt': 'left alone\n', 'locales/de.json': '{ "a": "alt" }\n' },
      objectFormat,
    )
    await mirror.fetchBranch('main')
    const requests = server.requests.length
    const request = {
      parent: tip,
      files: [{ path: 'locales/de.json', bytes: Buffer.from('{ "a": "neu" }\n') }],
      author: ANA,
      committer: DRAGOMAN,
      message: 'Translate German\n',
      time: 1_700_000_000,
    }
    const { id: commit } = await mirror.commit(request)
    expect(server.requests.length).toBe(requests)
    expect((await mirror.commit(request)).id).toBe(commit)
    expect(await mirror.push({ branch: 'main', commit, expected: tip })).toEqual({ kind: 'pushed' })
    expect(repository.fileAt('main', 'locales/de.json')).toBe('{ "a": "neu" }\n')
    expect(repository.fileAt('main', 'a/b.txt')).toBe('left alone\n')
    expect(repository.log('main', '%an <%ae> | %cn | %s')[0]).toBe(
      'Ana <ana@example.org> | Dragoman | Translate German',
    )
  })
})

test('texts of people whose names are punctuation are committed', async () => {
  const { mirror, repository, tip } = openPair({ 'de.json': '{}\n' })
  await mirror.fetchBranch('main')
  let last = tip
  for (const name of ['.', '...', "'", '"', '\\', '<>', ' ,;: ', '\u0000', '!', '…']) {
    const person = { name, email: ANA.email }
    last = (await mirror.commit({ ...ours(last, 'x'), author: person, committer: person })).id
  }
  expect(await mirror.push({ branch: 'main', commit: last, expected: tip })).toEqual({ kind: 'pushed' })
  const authors = repository.log('main', '%an').slice(0, -1)
  expect(authors).toEqual(['…', '!', ...Array.from({ length: 8 }, () => 'unknown')])
})

test('a branch that moved in the meantime is left as it is', async () => {
  const { mirror, repository, tip } = openPair({ 'de.json': '{}\n' })
  await mirror.fetchBranch('main')
  const { id: commit } = await mirror.commit(ours(tip, 'Ours'))
  repository.write({ 'other.txt': 'theirs' })
  const theirs = repository.commit('Theirs')
  expect(await mirror.push({ branch: 'main', commit, expected: tip })).toEqual({ kind: 'moved' })
  expect(await mirror.fetchBranch('main')).toBe(theirs)
  // A new branch is only created if it does not exist.
  expect(await mirror.push({ branch: 'l10n', commit, expected: null })).toEqual({ kind: 'pushed' })
  expect(await mirror.push({ branch: 'l10n', commit: theirs, expected: null })).toEqual({ kind: 'moved' })
})

test('a commit that was fetched and then made again can be pushed after its branch was deleted', async () => {
  const { mirror, repository, tip, folder } = openPair({ 'de.json': '{}\n' })
  await mirror.fetchBranch('main')
  const { id: first } = await mirror.commit(ours(tip, 'first'))
  expect(await mirror.push({ branch: 'l10n', commit: first, expected: null })).toEqual({ kind: 'pushed' })
  // After a restart it is not known to be in the copy, and is fetched.
  const restarted = openMirror({ git, folder, ...reachedBy(remoteOf(repository)) })
  expect(await restarted.fetchBranch('l10n')).toBe(first)
  repository.git('push', '--quiet', 'origin', ':l10n')
  expect((await restarted.commit(ours(tip, 'first'))).id).toBe(first)
  const { id: second } = await restarted.commit(ours(first, 'second'))
  expect(await restarted.push({ branch: 'l10n', commit: second, expected: null })).toEqual({ kind: 'pushed' })
  expect(repository.log('l10n', '%s')).toEqual(['second', 'first', 'First'])
})

test('a branch that is based on rewritten history counts as moved', async () => {
  const { mirror, repository, tip } = openPair({ 'de.json': '{}\n' })
  await mirror.fetchBranch('main')
  repository.git('commit', '--quiet', '--all', '--amend', '-m', 'Rewritten')
  repository.git('push', '--quiet', '--force', 'origin', 'HEAD')
  const { id: commit } = await mirror.commit(ours(tip, 'Ours'))
  expect(await mirror.push({ branch: 'l10n', commit, expected: null })).toEqual({ kind: 'moved' })
})

test('a branch can have the name of a folder of deleted branches, and the other way round', async () => {
  const { mirror, repository, folder, tip } = openPair({ 'de.json': '{}\n' })
  await mirror.fetchBranch('main')
  // Copies made by earlier versions have the branches' own names.
  await git({ repository: folder, args: ['update-ref', 'refs/remotes/origin/fix', tip] })
  for (const [name, before] of [
    ['fix', null],
    ['fix/header', 'fix'],
    ['Fix/header', null],
    ['fix', 'fix/header'],
  ] as const) {
    if (before !== null) repository.git('push', '--quiet', 'origin', `:${before}`)
    repository.git('commit', '--quiet', '--allow-empty', '-m', name)
    repository.git('push', '--quiet', 'origin', `HEAD:refs/heads/${name}`)
    expect(await mirror.fetchBranch(name)).toBe(repository.git('rev-parse', 'HEAD').trim())
  }
})

test('rewritten history is fetched like any other', async () => {
  const { mirror, repository, tip } = openPair({ 'de.json': '{}\n' })
  await mirror.fetchBranch('main')
  repository.write({ 'de.json': '{ "a": "rewritten" }\n' })
  repository.git('commit', '--quiet', '--all', '--amend', '-m', 'Rewritten')
  repository.git('push', '--quiet', '--force', 'origin', 'HEAD')
  const rewritten = await mirror.fetchBranch('main')
  expect(rewritten).not.toBe(tip)
  const [entry] = await mirror.tree(rewritten ?? '', [''])
  const blobs = await mirror.blobs([entry?.id ?? ''])
  expect([...blobs.values()].map(String)).toEqual(['{ "a": "rewritten" }\n'])
})

test('a refused push reports what the repository said', async () => {
  const { mirror, repository, tip } = openPair({ 'de.json': '{}\n' })
  await mirror.fetchBranch('main')
  writeProgram(
    join(repository.bare, 'hooks', 'pre-receive'),
    '#!/bin/sh\necho "GH006: Protected branch update failed for refs/heads/main." >&2\nexit 1\n',
  )
  const { id: commit } = await mirror.commit({
    parent: tip,
    files: [{ path: 'de.json', bytes: Buffer.from('{ }\n') }],
    author: ANA,
    committer: DRAGOMAN,
    message: 'x',
    time: 1,
  })
  expect(await mirror.push({ branch: 'main', commit, expected: tip })).toEqual({
    kind: 'refused',
    said: 'GH006: Protected branch update failed for refs/heads/main.',
  })
})

test('a damaged or deleted copy is created again', async () => {
  const { mirror, folder, tip } = openPair({ 'de.json': '{}\n' })
  await mirror.fetchBranch('main')
  rmSync(join(folder, 'HEAD'))
  expect(await mirror.fetchBranch('main')).toBe(tip)
  rmSync(folder, { recursive: true })
  expect(await mirror.fetchBranch('main')).toBe(tip)
})

test('links and submodules are reported, and have no contents', async () => {
  const { mirror, repository } = openPair({ 'de.json': '{}\n' })
  symlinkSync('/etc/passwd', join(repository.work, 'en.json'))
  repository.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},vendor`)
  repository.git('add', 'en.json')
  repository.git('commit', '--quiet', '-m', 'Odd things')
  repository.git('push', '--quiet', 'origin', 'HEAD')
  const tip = repository.git('rev-parse', 'HEAD').trim()
  await mirror.fetchBranch('main')
  expect((await mirror.tree(tip, [''])).map(({ path, kind }) => [path, kind])).toEqual([
    ['de.json', 'file'],
    ['en.json', 'link'],
    ['vendor', 'submodule'],
  ])
})

test('the error for a wrong password does not contain it', async () => {
  const { repository } = openPair({ 'de.json': '{}\n' })
  const mirror = openMirror({
    git,
    folder: join(home, 'wrong.git'),
    ...reachedBy(remoteOf(repository, 'hunter2-secret')),
  })
  const error: unknown = await mirror.listBranches().catch((failed: unknown) => failed)
  expect(error).toBeInstanceOf(GitError)
  const { message, stderr } = error as GitError
  expect(`${message} ${stderr}`).not.toContain('hunter2')
  expect(stderr).toMatch(/Authentication failed|could not read/)
})

test('what was found in a copy is not looked up again', async () => {
  const { repository, folder, tip } = openPair(manyFiles(40))
  const calls: string[] = []
  const counting: typeof git = (call) => {
    calls.push(call.args[0] ?? '')
    return git(call)
  }
  const mirror = openMirror({ git: counting, folder, ...reachedBy(remoteOf(repository)) })
  const callsOf = async (work: () => Promise<unknown>) => {
    calls.length = 0
    await work()
    return [...calls]
  }
  const idsAt = async (commit: string) => (await mirror.tree(commit, ['locales'])).map(({ id }) => id)
  await mirror.fetchBranch('main')
  const sizes = await mirror.fetchBlobs(await idsAt(tip))
  await mirror.fetchBranch('main')
  expect(await callsOf(() => mirror.fetchBranch('main'))).toEqual(['ls-remote', 'cat-file'])
  expect(await callsOf(() => mirror.fetchBranch('main', tip))).toEqual(['ls-remote'])
  const ids = await idsAt(tip)
  expect(await callsOf(() => mirror.fetchBlobs(ids))).toEqual([])
  repository.write({ 'locales/de/part7.json': '{ "a": "sieben" }\n' })
  const next = repository.commit('Change one')
  expect(await callsOf(() => mirror.fetchBranch('main'))).toEqual(['ls-remote', 'fetch'])
  const changed = await idsAt(next)
  expect(await callsOf(() => mirror.fetchBlobs(changed))).toEqual(['fetch', 'cat-file'])
  const after = await mirror.fetchBlobs(changed)
  expect([...after.values()].reduce((sum, size) => sum + size, 0)).toBe(
    [...sizes.values()].reduce((sum, size) => sum + size, 0) + 'sieben'.length - '7'.length,
  )
  rmSync(folder, { recursive: true })
  expect(await mirror.fetchBranch('main')).toBe(next)
  expect((await mirror.blobs(changed)).size).toBe(40)
})

test('contents of a large file are not read to recognize it, only its beginning', async () => {
  const blanks = ' '.repeat(33 * 1024 * 1024)
  const files = { 'locales/de.json': '{ "a": "eins" }\n', 'locales/en.json': `{ "a": "one"${blanks}}\n` }
  const { folder, tip, repository } = openPair(files)
  const read: number[] = []
  const counting: Git = async (call) => {
    const output = await git(call)
    read.push(output.stdout.length)
    return output
  }
  const mirror = openMirror({ git: counting, folder, ...reachedBy(remoteOf(repository)) })
  await mirror.fetchBranch('main')
  const entries = await mirror.tree(tip, ['locales'])
  const content = branchContent(mirror, entries, { files: 10, untilMs: Number.POSITIVE_INFINITY })
  const paths = Object.keys(files)
  await content.prepare?.(paths)
  expect(await content.head('locales/en.json')).toBe(`{ "a": "one"${' '.repeat(8 * 1024 - 12)}`)
  expect(await content.size('locales/en.json')).toBe(files['locales/en.json'].length)
  expect(await content.bytes('locales/en.json')).toHaveLength(0)
  expect(String(Buffer.from(await content.bytes('locales/de.json')))).toBe(files['locales/de.json'])
  expect(Math.max(...read)).toBe(8 * 1024)
})
