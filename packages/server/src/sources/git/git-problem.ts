import type { ForgeCode } from '@dragoman/contract'
import type { GitProblem } from '@dragoman/store'
import { GitError, type GitError as GitFault } from '../../git/run-git.ts'
import { OutgoingError, type OutgoingReason } from '../../outgoing/open-outgoing.ts'

/** Why nothing can be pulled or pushed; the client has a sentence for each that says who must do what. */
export type GitProblemCode =
  | 'unreachable'
  /** The server answers with 429 or 5xx. */
  | 'server-error'
  | 'certificate-invalid'
  | 'redirected'
  | 'address-not-allowed'
  /** Plain HTTP to a host that is not on a private network. */
  | 'scheme'
  | 'sign-in-refused'
  | 'not-found'
  | 'branch-missing'
  /** The newest commit has none of the files of the source any more. */
  | 'files-gone'
  /** With the branch that a translation branch is compared with. */
  | 'no-common-commit'
  | 'branch-protected'
  | 'push-refused'
  | 'signature-required'
  | 'signing-key-missing'
  /** The repository found what looks like a key or a token in a text. */
  | 'secret-found'
  | 'host-key-changed'
  | 'too-large'
  | 'no-git'
  /** Git on this server ignores settings that we rely on. */
  | 'git-too-old'
  /** Others pushed first, each time that we tried. */
  | 'overtaken'
  | 'write-refused'
  | 'secret-lost'
  | 'pull-request-closed'
  | 'forge-refused'
  | 'copy-failed'
  | 'copy-damaged'
  /** A bug: the log of the server has the error. */
  | 'adopt-failed'
  /** A name in the branch that Git refuses to commit: `..`, `.git`, with a leading slash, or empty. */
  | 'unusable-name'

/** Something at the repository that a person can have to fix. */
export class GitProblemError extends Error {
  override name = 'GitProblemError'
  readonly code: GitProblemCode
  readonly params: Readonly<Record<string, string>>

  constructor(code: GitProblemCode, params: Readonly<Record<string, string>> = {}, options?: ErrorOptions) {
    super(`Git: ${code}`, options)
    this.code = code
    this.params = params
  }
}

/** Problems that pass, or are fixed, without a person. */
const PASSING: ReadonlySet<string> = new Set([
  'server-error',
  'unreachable',
  'overtaken',
  'copy-damaged',
] satisfies GitProblemCode[])
const PASSING_AT_FORGE: ReadonlySet<string> = new Set([
  'unreachable',
  'rate-limited',
  'branch-moved',
] satisfies ForgeCode[])

/** Problems with the repository or with this server: all branches have them. */
const OF_ALL_BRANCHES: ReadonlySet<string> = new Set([
  'unreachable',
  'server-error',
  'certificate-invalid',
  'redirected',
  'address-not-allowed',
  'scheme',
  'sign-in-refused',
  'not-found',
  'host-key-changed',
  'no-git',
  'git-too-old',
  'secret-lost',
  'copy-failed',
  'copy-damaged',
] satisfies GitProblemCode[])

/** Whether the source of a project has a problem of its translation branch too. */
export function isOfAllBranches({ code }: Pick<GitProblem, 'code'>): boolean {
  return OF_ALL_BRANCHES.has(code)
}

/** Whether the problem stays until a person does something about it. */
export function needsPerson({ code, params }: Pick<GitProblem, 'code' | 'params'>): boolean {
  return code === 'forge-refused' ? !PASSING_AT_FORGE.has(String(params?.forge)) : !PASSING.has(code)
}

/** Returns what an error of Git or of the network means to people; null if it is a bug of this program. */
export function problemOf(error: unknown): GitProblemError | null {
  if (error instanceof GitProblemError) return error
  if (error instanceof OutgoingError)
    return new GitProblemError(OUTGOING[error.reason], { host: error.host }, { cause: error })
  if (error instanceof GitError) return new GitProblemError(codeOf(error), paramsOf(error), { cause: error })
  return null
}

/** Returns what an error of a push means after reading was allowed; null if it is a bug of this program. */
export function problemOfPush(error: unknown): GitProblemError | null {
  const problem = problemOf(error)
  if (problem === null || !(error instanceof GitError)) return problem
  const isRefused =
    problem.code === 'sign-in-refused' ||
    problem.code === 'not-found' ||
    (problem.code === 'unreachable' && WRITE_REFUSED.test(error.stderr) && !DISCONNECTED.test(error.stderr))
  return isRefused ? new GitProblemError('write-refused', {}, { cause: error }) : problem
}

/** Over SSH, servers have a sentence of their own for it, or none. */
const WRITE_REFUSED = /read.?only|write access|could not read from remote repository/i
const DISCONNECTED =
  /^ssh: |connection (refused|reset|closed|timed out)|kex_exchange|broken pipe|could not resolve/im

const OUTGOING: Readonly<Record<OutgoingReason, GitProblemCode>> = {
  'not-web': 'address-not-allowed',
  'not-public': 'address-not-allowed',
  'no-such-host': 'unreachable',
  'too-many-redirects': 'unreachable',
  'answer-too-large': 'too-large',
  'too-slow': 'unreachable',
  'no-connection': 'unreachable',
}

/** For an empty name, Git only says that there is one. */
const UNUSABLE_NAME = /invalid path '([^\n]*)'|empty filename in tree entry/
const NAME_LENGTH = 200

/** What Git and SSH print: `LC_ALL=C` keeps the wording the same on every machine. */
const SAID: readonly (readonly [RegExp, GitProblemCode])[] = [
  [
    /host key verification failed|remote host identification has changed|no .*host key is known/i,
    'host-key-changed',
  ],
  [
    /authentication failed|could not read (username|password)|permission denied|access denied|error: 40[13]\b/i,
    'sign-in-refused',
  ],
  [
    /repository .*not found|does not appear to be a git repository|error: 404\b|project you were looking for/i,
    'not-found',
  ],
  [UNUSABLE_NAME, 'unusable-name'],
  // Before damage: Git also reports as broken what it could not write completely.
  [/no space left on device|out of diskspace|disk quota exceeded/i, 'copy-failed'],
  [
    /transport '\w+' not allowed|unable to create '.*\.lock': file exists|unpack tree|bad (object|tree|file|shallow|config|ref)|bad line|not a git repository: |not a valid object|object file .* is empty|reference broken|corrupt/i,
    'copy-damaged',
  ],
  [/out of memory|died of signal (25|9)|file too large/i, 'too-large'],
  [
    /certificate (problem|verification failed|subject name)|unable to get local issuer|CERTIFICATE/i,
    'certificate-invalid',
  ],
  [/unable to update url base from redirection|error: 30[12378]\b/i, 'redirected'],
  [/error: (429|5\d\d)\b/i, 'server-error'],
]

function codeOf({ reason, stderr }: Pick<GitFault, 'reason' | 'stderr'>): GitProblemCode {
  switch (reason) {
    case 'no-git':
      return 'no-git'
    case 'old-git':
      return 'git-too-old'
    case 'too-large':
      return 'too-large'
    case 'timeout':
      return 'unreachable'
    case 'failed':
      return SAID.find(([pattern]) => pattern.test(stderr))?.[1] ?? 'unreachable'
    default:
      return reason satisfies never
  }
}

function paramsOf(error: GitFault): Readonly<Record<string, string>> {
  if (error.reason === 'old-git') return { version: /[\d.]+/.exec(error.stderr)?.[0] ?? '' }
  if (codeOf(error) !== 'unusable-name') return {}
  return { path: (UNUSABLE_NAME.exec(error.stderr)?.[1] ?? '').slice(0, NAME_LENGTH) }
}

/** Returns why a push was refused, from the repository's output. GitHub calls every violated rule GH013. */
export function refusalOf(said: string, commit: string): GitProblemError {
  const code = REFUSED.find(([pattern]) => pattern.test(said))?.[1] ?? 'push-refused'
  return new GitProblemError(code, { said, ...(code === 'secret-found' && { commit }) })
}

const REFUSED: readonly (readonly [RegExp, GitProblemCode])[] = [
  [/push protection|contains? secrets|secrets? (detected|found)/i, 'secret-found'],
  [/verified signature|must be signed|unsigned/i, 'signature-required'],
  [
    /GH006|protected (branch|ref)|not allowed to push|must be made through a pull request|pre-receive hook declined.*protected/i,
    'branch-protected',
  ],
  [/read.?only|permission|denied|not authorized/i, 'write-refused'],
]

const SHORTEST_PAUSE_MS = 15_000
/** An upper limit: the clock of the other side, or ours, can be wrong. */
const LONGEST_PAUSE_MS = 60 * 60_000

/** Returns how long a forge wants not to be called again, within limits; null if it did not say. */
export function pauseAskedMs({ params }: Pick<GitProblemError, 'params'>, now: Date): number | null {
  const ms = Date.parse(params.retryAt ?? '') - now.getTime()
  return Number.isNaN(ms) ? null : Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, ms))
}
