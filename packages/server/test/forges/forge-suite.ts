import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Forge, PullRequest } from '../../src/forges/forge.ts'
import { ForgeError } from '../../src/forges/forge-error.ts'

/** A repository at a forge, where the suite can do anything on one branch. */
export type ForgeWork = {
  readonly forge: Forge
  /** The same repository with an invalid token. */
  readonly stranger: Forge
  /** The name of a branch that does not exist. */
  readonly branch: string
  /** Writes files on top of the default branch, pushes them as the branch and returns the commit. */
  readonly push: (branch: string, files: Readonly<Record<string, string>>) => Promise<string>
  readonly deleteBranch: (branch: string) => Promise<void>
}

/** A forge learns about a push with a delay. */
const HEARS_MS = 15_000

/**
 * Checks what a forge must do for Dragoman, step by step, with a double or a real one (`npm run forge`).
 * Cleans up afterwards, even if a step fails.
 */
export async function runForgeSuite(
  { forge, stranger, branch, push, deleteBranch }: ForgeWork,
  tell: (step: string) => void = () => {},
): Promise<PullRequest> {
  let open: PullRequest | null = null
  const numberOf = (request: PullRequest | null) => request?.number ?? 0
  try {
    const repository = await forge.repository()
    const base = repository.defaultBranch
    assert.match(repository.url, /^https?:/)
    assert.notEqual(repository.mayPush, false, 'the token may not push')
    tell(`the repository is there, its default branch is ${base}`)

    assert.equal(await codeOf(stranger.repository()), 'sign-in-refused')
    tell('a wrong token is refused')

    assert.equal(await forge.findPullRequest({ head: branch, base }), null)
    const draft = { head: branch, base, title: 'Forge check', body: 'First *body*' }
    assert.equal(await codeOf(forge.openPullRequest(draft)), 'branch-missing')
    tell('a branch that is not there has no pull request and gets none')

    const first = await push(branch, { 'dragoman-forge-check.txt': 'one\n' })
    open = await forge.openPullRequest(draft)
    assert.deepEqual(
      [open.state, open.headBranch, open.headCommit, open.base, open.title, open.body],
      ['open', branch, first, base, draft.title, draft.body],
    )
    tell(`pull request ${open.number} is open: ${open.url}`)

    const again = await forge.openPullRequest({ ...draft, title: 'Forge check, again' })
    assert.deepEqual([again.number, again.title], [open.number, 'Forge check, again'])
    tell('opened once more, it is the same one with a new title')

    const found = await forge.findPullRequest({ head: branch, base })
    assert.deepEqual([found?.number, found?.state], [open.number, 'open'])
    const branches = await forge.openBranches(base)
    const listed = branches.find((one) => one.branch === branch)
    assert.equal(listed?.number, found?.number, 'its branch is not among the open ones')
    const updated = await forge.updatePullRequest(open.number, { title: 'Forge check', body: 'Second body' })
    assert.deepEqual([updated.title, updated.body], ['Forge check', 'Second body'])
    tell('it is found by its branch, and title and body change in place')

    for (const body of ['One comment', 'One comment', 'The same comment, changed'])
      await forge.putComment(open.number, { marker: 'check/forge', body })
    tell('one comment is written, and changed in place')

    const report = {
      name: 'dragoman/forge-check',
      title: 'All good',
      summary: 'Nothing to do.',
      url: repository.url,
    }
    await forge.reportCheck(first, { ...report, state: 'running' })
    await forge.reportCheck(first, { ...report, state: 'running' })
    await forge.reportCheck(first, { ...report, state: 'passed' })
    const checks = await forge.checks(first)
    assert.equal(checks.find(({ name }) => name === report.name)?.state, 'passed')
    tell('what Dragoman says of the commit stands among its checks')

    const second = await push(branch, { 'dragoman-forge-check.txt': 'two\n' })
    const moved = await until(
      () => forge.pullRequest(numberOf(open)),
      ({ headCommit }) => headCommit === second,
    )
    assert.equal(moved.headCommit, second)
    tell('it follows its branch')

    assert.ok(
      forge.permalink(second, 'a folder/file.json', { from: 3, to: 5 }).startsWith(repository.url),
      'the address of a line is not below that of the repository',
    )
    tell(`lines have addresses: ${forge.permalink(second, 'dragoman-forge-check.txt', { from: 1 })}`)

    const closed = await forge.closePullRequest(open.number)
    assert.equal(closed.state, 'closed')
    assert.equal((await forge.findPullRequest({ head: branch, base }))?.state, 'closed')
    tell('closed, and found as closed')
    return closed
  } catch (error) {
    if (open !== null) await forge.closePullRequest(open.number).catch(() => {})
    throw error
  } finally {
    await deleteBranch(branch).catch(() => {})
  }
}

async function until<T>(ask: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
  const end = Date.now() + HEARS_MS
  for (;;) {
    const value = await ask()
    if (isDone(value) || Date.now() > end) return value
    await wait(500)
  }
}

/** Returns the code of the error that some work must end with. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof ForgeError) return error.code
  throw new Error('It was expected to be refused by the forge', { cause: error })
}
