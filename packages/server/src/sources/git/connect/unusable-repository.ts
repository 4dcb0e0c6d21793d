import { Failure, type FailureParams } from '@dragoman/contract'
import { type AddressFault, type RemoteAddress, readRemoteAddress } from '../../../git/remote-address.ts'
import { GitError } from '../../../git/run-git.ts'
import { OutgoingError } from '../../../outgoing/open-outgoing.ts'
import { type GitProblemCode, problemOf } from '../git-problem.ts'

/** Why a repository cannot be connected; the client has a sentence for each that says what to do. */
export type UnusableReason =
  | AddressFault
  | GitProblemCode
  | 'no-such-host'
  | 'sign-in-needed'
  | 'redirected'
  | 'too-slow'
  | 'empty'
  | 'branch-name'
  | 'same-branch'
  | 'request-branch-taken'
  /** None of the files of a source is in the branch. */
  | 'no-files'
  /** Stored credentials are only used for the repository they were entered for. */
  | 'other-repository'
  | 'translation-branch'
  | 'namespace-taken'
  | 'no-ssh'
  | 'key-not-made'
  | 'needs-key'
  | 'needs-ssh'
  /** The source is read-only: nothing is ever sent. */
  | 'mode'

export function unusableRepository(reason: UnusableReason, params: FailureParams = {}): Failure {
  return new Failure('unusable-repository', { ...params, reason })
}

/** Reads an address. Throws `unusable-repository`. */
export function requireRemoteAddress(text: string): RemoteAddress {
  const address = readRemoteAddress(text)
  if ('fault' in address) throw unusableRepository(address.fault)
  return address
}

/** Returns what an error means to people who connect a repository; null if it is a bug of this program. */
export function unusableOf(error: unknown, signsIn: boolean): Failure | null {
  if (error instanceof Failure) return error
  if (error instanceof OutgoingError && error.reason === 'no-such-host')
    return unusableRepository('no-such-host', { host: error.host })
  if (error instanceof GitError && error.reason === 'timeout') return unusableRepository('too-slow')
  if (error instanceof GitError && /redirect|error: 30[12378]\b/i.test(error.stderr))
    return unusableRepository('redirected')
  const problem = problemOf(error)
  if (problem === null) return null
  const { code, params } = problem
  // Forges request credentials from everyone who is not signed in, also for what does not exist.
  return unusableRepository(code === 'sign-in-refused' && !signsIn ? 'sign-in-needed' : code, params)
}
