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
  report: (step: string) => void = () => {},
): Promise<PullRequest> {
  let open: PullRequest | null = null
  const numberOf = (request: PullRequest | null) => request?.number ?? 0
  try {
    const repository = await forge.repository()
    const base = repository.defaultBranch
    assert.match(repository.url, /^https?:/)
    assert.notEqual(repository.mayPush, false, 'the token cannot push')
    report(`found the repository with the default branch ${base}`)

    assert.equal(await codeOf(stranger.repository()), 'sign-in-refused')
    report('the forge refused a wrong token')

    assert.equal(await forge.findPullRequest({ head: branch, base }), null)
    const draft = { head: branch, base, title: 'Forge check', body: 'First *body*' }
    assert.equal(await codeOf(forge.openPullRequest(draft)), 'branch-missing')
    report('opened no pull request for a missing branch')

    const first = await push(branch, { 'dragoman-forge-check.txt': 'one\n' })
    open = await forge.openPullRequest(draft)
    assert.deepEqual(
      [open.state, open.headBranch, open.headCommit, open.base, open.title, open.body],
      ['open', branch, first, base, draft.title, draft.body],
    )
    report(`opened pull request ${open.number}: ${open.url}`)

    const again = await forge.openPullRequest({ ...draft, title: 'Forge check, again' })
    assert.deepEqual([again.number, again.title], [open.number, 'Forge check, again'])
    report('opening it again changed the title of the same pull request')

    const found = await forge.findPullRequest({ head: branch, base })
    assert.deepEqual([found?.number, found?.state], [open.number, 'open'])
    const branches = await forge.openBranches(base)
    const listed = branches.find((one) => one.branch === branch)
    assert.equal(listed?.number, found?.number, 'its branch is not in the list of open ones')
    const updated = await forge.updatePullRequest(open.number, { title: 'Forge check', body: 'Second body' })
    assert.deepEqual([updated.title, updated.body], ['Forge check', 'Second body'])
    report('found it by its branch and changed title and body in place')

    for (const body of ['One comment', 'One comment', 'The same comment, changed'])
      await forge.putComment(open.number, { marker: 'check/forge', body })
    report('wrote one comment and changed it in place')

    const check = {
      name: 'dragoman/forge-check',
      title: 'All good',
      summary: 'Nothing to do.',
      url: repository.url,
    }
    await forge.reportCheck(first, { ...check, state: 'running' })
    await forge.reportCheck(first, { ...check, state: 'running' })
    await forge.reportCheck(first, { ...check, state: 'passed' })
    const checks = await forge.checks(first)
    assert.equal(checks.find(({ name }) => name === check.name)?.state, 'passed')
    report('reported a check of the commit')

    const second = await push(branch, { 'dragoman-forge-check.txt': 'two\n' })
    const moved = await until(
      () => forge.pullRequest(numberOf(open)),
      ({ headCommit }) => headCommit === second,
    )
    assert.equal(moved.headCommit, second)
    report('the pull request follows its branch')

    assert.ok(
      forge.permalink(second, 'a folder/file.json', { from: 3, to: 5 }).startsWith(repository.url),
      'the permalink of a line is not below the address of the repository',
    )
    report(`permalink of a line: ${forge.permalink(second, 'dragoman-forge-check.txt', { from: 1 })}`)

    const closed = await forge.closePullRequest(open.number)
    assert.equal(closed.state, 'closed')
    assert.equal((await forge.findPullRequest({ head: branch, base }))?.state, 'closed')
    report('closed the pull request')
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
