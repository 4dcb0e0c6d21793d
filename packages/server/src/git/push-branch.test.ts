import { expect, test } from 'vitest'
import { pushBranch } from './push-branch.ts'
import { GitError } from './run-git.ts'

const request = { branch: 'main', commit: 'c'.repeat(40), expected: null }

/** Pushes to a repository that answers like this. */
function push(answer: string, stderr = '') {
  return pushBranch(async (args) => {
    throw new GitError(args, { exitCode: 1, stderr, stdout: `To x\n${answer}\nDone\n`, reason: 'failed' })
  }, request)
}

const REFUSED = '!\tc:refs/heads/main\t[remote rejected]'

test.each([
  [`${REFUSED} (pre-receive hook declined)`, 'pre-receive hook declined'],
  [`${REFUSED} (protected (see settings)) `, 'protected (see settings)'],
  [`${REFUSED} ((`, ''],
  [REFUSED, ''],
])('a push that is answered with %j is refused with the reason', async (answer, said) => {
  expect(await push(answer)).toEqual({ kind: 'refused', said })
})

test('a reason of 5 MB is cut', async () => {
  const refused = { kind: 'refused', said: '('.repeat(500) }
  expect(await push(`${REFUSED} (${'('.repeat(5_000_000)})`)).toEqual(refused)
  expect(await push(`${REFUSED} ${'('.repeat(5_000_000)}`)).toEqual({ kind: 'refused', said: '' })
})

test('messages of the repository come first, without progress', async () => {
  const stderr = 'remote: Resolving deltas: 100% (3/3), done.\nremote: Sign your commits.\n'
  expect(await push(`${REFUSED} (hook declined)`, stderr)).toEqual({
    kind: 'refused',
    said: 'Sign your commits.',
  })
})

test('a branch that has moved is not refused', async () => {
  expect(await push(`${REFUSED} (fetch first)`)).toEqual({ kind: 'moved' })
})
