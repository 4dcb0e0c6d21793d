import { rm } from 'node:fs/promises'
import type { GitSource, GitSourceRow } from '@dragoman/store'
import { missingPermissions } from '../../../forges/github-app.ts'
import { openMirror } from '../../../git/mirror.ts'
import { callRemote, type Remote } from '../../../git/remote.ts'
import { type RemoteAddress, readRemoteAddress } from '../../../git/remote-address.ts'
import { GitError } from '../../../git/run-git.ts'
import { appTokenOf } from '../access/app-sign-in.ts'
import { withRemote } from '../access/open-remote.ts'
import { openSignIn } from '../access/sign-in.ts'
import { temporaryCopy } from '../access/temporary-folders.ts'
import type { GitParts, GitStore } from '../git-parts.ts'
import { GitProblemError, problemOf, problemOfPush } from '../git-problem.ts'
import { signInOf } from './connect-mirror.ts'

export type AccessTest = {
  readonly canRead: boolean
  readonly canWrite: boolean
  /** The problem of the first check that failed. */
  readonly problem: GitProblemError | null
}

/** Someone is waiting for it. */
const TEST_MS = 30_000

/**
 * Tests whether a branch can be fetched, and whether the repository would accept a push to it, with a dry
 * run. What the rules of the branch forbid shows only with a real push.
 */
export async function testAccess(
  parts: Pick<GitParts, 'git' | 'outgoing' | 'folder' | 'sealing' | 'appTokens'> & {
    readonly store: GitStore
  },
  { repository, branch }: Pick<GitSource, 'repository' | 'branch'>,
  state: GitSourceRow,
): Promise<AccessTest> {
  const address = readRemoteAddress(repository)
  if ('fault' in address) throw new Error(`The address ${repository} was not looked at`)
  const folder = temporaryCopy(parts.folder, 'test')
  const signal = AbortSignal.timeout(TEST_MS)
  let canRead = false
  let missing: GitProblemError | null = null
  try {
    missing = await missingRights(parts, { address, state })
    const signIn = await signInOf(parts, { repository }, state)
    const reach = <T>(work: (remote: Remote) => Promise<T>) => withRemote(parts, { address, signIn }, work)
    const mirror = openMirror({ git: parts.git, folder, address, signal, withRemote: reach })
    const tip = await mirror.fetchBranch(branch)
    if (tip === null) throw new GitProblemError('branch-missing', { branch })
    canRead = true
    const spec = `${tip}:refs/heads/${branch}`
    const args = ['push', '--dry-run', '--porcelain', '--no-verify', '--end-of-options', address.url, spec]
    await reach((remote) => callRemote(parts.git, remote, { repository: folder, args, signal }))
    return { canRead, canWrite: true, problem: missing }
  } catch (error) {
    // Someone pushed just now: the branch has moved, and our access was accepted.
    if (canRead && error instanceof GitError && /^!.*\((fetch first|non-fast-forward)\)/m.test(error.stdout))
      return { canRead, canWrite: true, problem: missing }
    const problem = problemOf(error)
    if (problem === null) throw error
    return { canRead, canWrite: false, problem: canRead ? (missing ?? problemOfPush(error)) : problem }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the permissions that an app lacks now; null if it has all that are used, or no app signs in. */
async function missingRights(
  { sealing, appTokens }: Pick<GitParts, 'sealing' | 'appTokens'>,
  { address, state }: { readonly address: RemoteAddress; readonly state: GitSourceRow },
): Promise<GitProblemError | null> {
  const signIn = openSignIn(sealing, state.signIn)
  if (signIn?.kind !== 'github-app') return null
  const token = await appTokenOf(appTokens, { address, app: signIn }, { isFresh: true })
  const { mode } = state
  const used = mode === 'read-only' ? 'read' : mode === 'pull-request' ? 'pull-requests' : 'push'
  const missing = missingPermissions(token, used).join(', ')
  if (missing === '') return null
  return new GitProblemError('forge-refused', { forge: 'app-permissions', host: address.host, missing })
}
