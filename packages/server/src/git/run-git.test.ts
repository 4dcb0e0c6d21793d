// gate: starts a program in place of Git, which says what version it is.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { writeProgram } from '../../test/write-program.ts'
import { problemOf } from '../sources/git/git-problem.ts'
import { type Git, type GitError, openGit } from './run-git.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function install(folder: string, version: string): void {
  writeProgram(join(folder, 'git'), `#!/bin/sh\necho "git version ${version}"\n`)
}

function pathWith(version: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-old-git-'))
  folders.push(folder)
  install(folder, version)
  return folder
}

const call = { repository: null, args: ['ls-remote'] }

test.each(['2.36.9', '2.9.1', '1.99.0'])(
  'Git %s is refused: it would not connect to the address that was checked',
  async (version) => {
    const error = await openGit({ searchPath: pathWith(version) })(call).catch((reason: unknown) => reason)
    expect(problemOf(error)).toMatchObject({ code: 'git-too-old', params: { version } })
  },
)

test.each(['2.37.0', '2.39.5 (Apple Git-154)', '2.51.0.windows.1', '3.0.0'])(
  'Git %s is used',
  async (version) => {
    const { stdout } = await openGit({ searchPath: pathWith(version) })(call)
    expect(stdout.toString()).toBe(`git version ${version}\n`)
  },
)

test('once a newer Git is installed, it is used', async () => {
  const searchPath = pathWith('2.20.0')
  const git = openGit({ searchPath })
  await expect(git(call)).rejects.toMatchObject({ reason: 'old-git' })
  install(searchPath, '2.40.0')
  expect((await git(call)).stdout.toString()).toContain('2.40.0')
})

test('a call whose work was stopped before does not start', async () => {
  const git = openGit({ searchPath: pathWith('2.40.0') })
  const signal = AbortSignal.abort()
  await expect(git({ ...call, signal })).rejects.toMatchObject({ reason: 'timeout' })
})

function printing(bytes: number, exitCode: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-long-output-'))
  folders.push(folder)
  const program = `#!/bin/sh
case "$*" in *version*) echo "git version 2.40.0"; exit 0;; esac
/usr/bin/head -c ${bytes} /dev/zero | /usr/bin/tr '\\0' x
exit ${exitCode}
`
  writeProgram(join(folder, 'git'), program)
  return folder
}

/** Returns how a call ended, and how much of its output there is. */
const ended = (output: ReturnType<Git>) =>
  output.then(
    ({ stdout }) => ['done', stdout.length],
    (error: GitError) => [error.reason, error.stdout.length],
  )

test('of the output of a call that fails only the beginning is kept', async () => {
  const git = openGit({ searchPath: printing(200_000, 1) })
  expect(await ended(git(call))).toEqual(['failed', 64 * 1024])
})

test('a call that prints too much fails, or ends there', async () => {
  const git = openGit({ searchPath: printing(200_000, 0) })
  expect(await ended(git({ ...call, maxBytes: 100_000 }))).toEqual(['too-large', 64 * 1024])
  const { stdout } = await git({ ...call, maxBytes: 1000, longOutput: 'cut' })
  expect(stdout.toString()).toBe('x'.repeat(1000))
})

test('a call can print 64 MiB unless it needs more', async () => {
  const bytes = 64 * 1024 * 1024 + 1
  const git = openGit({ searchPath: printing(bytes, 0) })
  expect(await ended(git(call))).toEqual(['too-large', 64 * 1024])
  expect(await ended(git({ ...call, maxBytes: bytes }))).toEqual(['done', bytes])
})
