import { MIRROR_REMOTE } from './remote.ts'
import { GitError } from './run-git.ts'

export type PushRequest = {
  readonly branch: string
  readonly commit: string
  /** The commit that the branch is at, as far as we know; null: it does not exist. */
  readonly expected: string | null
}

/**
 * `moved`: the branch is not at the expected commit, or no branch has the commit that ours is based on any more;
 * `refused`: with the message of the repository.
 */
export type PushResult =
  | { readonly kind: 'pushed' }
  | { readonly kind: 'moved' }
  | { readonly kind: 'refused'; readonly said: string }

/** Sets a branch to a commit with one push, if it still is at the expected one. Throws GitError. */
export async function pushBranch(
  elsewhere: (args: readonly string[]) => Promise<unknown>,
  { branch, commit, expected }: PushRequest,
): Promise<PushResult> {
  const ref = `refs/heads/${branch}`
  // Never a `+` before the refspec: it would disable the lease.
  const args = [
    'push',
    '--progress',
    '--porcelain',
    '--no-verify',
    `--force-with-lease=${ref}:${expected ?? ''}`,
  ]
  try {
    await elsewhere([...args, '--end-of-options', MIRROR_REMOTE, `${commit}:${ref}`])
    return { kind: 'pushed' }
  } catch (error) {
    if (!(error instanceof GitError) || error.reason !== 'failed') throw error
    const answer = error.stdout.split('\n').find((line) => line.startsWith('!'))
    if (answer === undefined) throw error
    if (MOVED.test(answer)) return { kind: 'moved' }
    return { kind: 'refused', said: saidByRemote(error.stderr, answer) }
  }
}

/**
 * The last one: no branch has the commit that ours is based on any more, because its history was rewritten since it
 * was fetched.
 */
const MOVED =
  /\((stale info|fetch first|non-fast-forward|remote ref updated since checkout|shallow update not allowed)\)/

const SAID_LENGTH = 500
/** Such as `Resolving deltas: 100% (3/3), done.` */
const PROGRESS = /^[\w ]+: +\d+% \(\d+\/\d+\)/

/** Returns the message of the repository, which says why: a protected branch, an unsigned commit. */
function saidByRemote(stderr: string, answer: string): string {
  const lines = stderr.split('\n').flatMap((line) => {
    const said = line.startsWith('remote: ') ? line.slice('remote: '.length).trim() : ''
    return said === '' || PROGRESS.test(said) ? [] : [said]
  })
  return (lines.length > 0 ? lines.join(' ') : reasonOf(answer)).slice(0, SAID_LENGTH)
}

/** Returns the reason of an answer such as `!	main:main	[remote rejected] (hook declined)`. Names of refs have no `[`. */
function reasonOf(answer: string): string {
  const text = answer.trimEnd()
  const from = text.indexOf('] (')
  return from >= 0 && text.endsWith(')') ? text.slice(from + '] ('.length, -1) : ''
}
