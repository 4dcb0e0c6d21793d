import type { GitLookReply, GitSignInInput, HostKeyReply } from '@dragoman/contract'
import type { Deps } from '../../deps.ts'
import { readForge } from '../../forges/read-forge.ts'
import { describeHostKey } from '../../sources/git/access/known-hosts.ts'
import { scanHostKeys } from '../../sources/git/access/run-ssh-program.ts'
import { signInOfInput } from '../../sources/git/access/sign-in-of-input.ts'
import { inspectRepository } from '../../sources/git/connect/inspect-repository.ts'
import {
  requireRemoteAddress,
  unusableOf,
  unusableRepository,
} from '../../sources/git/connect/unusable-repository.ts'
import { presentDetections } from '../sources/present-detection.ts'

/** Maximum number of branches, and of files left out, that a reply lists. */
const LISTED_BRANCHES = 500
const LISTED_LEFT_OUT = 200

/**
 * Returns the branches of a repository, and the locale files of one of them. Throws `unusable-repository`,
 * `not-found`.
 */
export async function lookAtRepository(
  deps: Deps,
  {
    repository,
    branch: wanted,
    signIn,
  }: {
    readonly repository: string
    /** Null: the default branch. */
    readonly branch: string | null
    readonly signIn: GitSignInInput
  },
): Promise<GitLookReply> {
  const { store, repositories } = deps
  const address = requireRemoteAddress(repository)
  const given = await signInOfInput(deps, { address, input: signIn, source: null })
  const access = await given.use()
  const [found, forge] = await Promise.all([
    inspectRepository(repositories, { address, branch: wanted, signIn: access }),
    readForge(repositories.outgoing, address),
  ])
  const { branches, defaultBranch, branch, commit, candidates, paths, leftOut, isWhole } = found
  const place = { kind: 'git', repository: address.url, branch } as const
  return {
    repository: address.url,
    branches: listedBranches(found),
    branchCount: branches.length,
    defaultBranch,
    branch,
    forge: forge?.kind ?? null,
    commit,
    candidates: await store.read((r) => presentDetections(r, place, candidates)),
    fileCount: paths.length,
    leftOut: leftOut.slice(0, LISTED_LEFT_OUT),
    leftOutCount: leftOut.length,
    isWhole,
  }
}

/** Returns the default branch, the given one and others, as many as a reply lists. */
export function listedBranches({
  defaultBranch,
  branch,
  branches,
}: {
  readonly defaultBranch: string | null
  readonly branch: string
  readonly branches: readonly string[]
}): string[] {
  const named = [...(defaultBranch === null ? [] : [defaultBranch]), branch, ...branches]
  return [...new Set(named)].slice(0, LISTED_BRANCHES)
}

/** Returns the host keys of the server of an SSH address. Throws `unusable-repository`. */
export async function readHostKeys(
  { repositories }: Pick<Deps, 'repositories'>,
  repository: string,
): Promise<{ readonly host: string; readonly keys: HostKeyReply[] }> {
  const address = requireRemoteAddress(repository)
  if (address.transport !== 'ssh') throw unusableRepository('needs-ssh')
  try {
    const keys = await scanHostKeys(repositories, address)
    return { host: address.host, keys: keys.map((key) => describeHostKey(address.host, key)) }
  } catch (error) {
    throw unusableOf(error, true) ?? error
  }
}
