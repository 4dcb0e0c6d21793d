import { randomBytes } from 'node:crypto'
import type { ForgeCode } from '@dragoman/contract'
import type { ForgeCalls } from './call-forge.ts'
import type { BranchCommit } from './forge.ts'
import { ForgeError } from './forge-error.ts'
import { pathInAddress } from './page-address.ts'
import { textAt, valueAt } from './read-answer.ts'

const MUTATION = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid } }
}`

/** GitHub's only way to move a branch that fails if someone else has moved it. */
const MOVE = `mutation ($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }`

/** Types of GraphQL errors, and what they mean here. */
const CODES = new Map<string, ForgeCode>([
  ['STALE_DATA', 'branch-moved'],
  ['NOT_FOUND', 'branch-missing'],
  ['FORBIDDEN', 'not-allowed'],
  ['INSUFFICIENT_SCOPES', 'not-allowed'],
  ['RATE_LIMITED', 'rate-limited'],
])
const RATE_LIMIT_MS = 60_000
/** Follows the name of a branch, in the name of the one on which its next commit is created. */
const MOMENTARY = '-next-'

type CommitParts = {
  readonly now: () => Date
  readonly calls: ForgeCalls
  readonly graphQl: ForgeCalls
  readonly path: string
}

/**
 * Opens commits through the API instead of a push: GitHub signs its own commits, so that they count as
 * verified.
 */
export function openGitHubCommits(parts: CommitParts): (commit: BranchCommit) => Promise<string> {
  const { host } = parts.calls
  const { createBranch, deleteBranch, headOf, moveBranch } = openGitHubBranches(parts)
  const commitOnto = (head: string, commit: BranchCommit) => commitOn(parts, head, commit)

  return async (commit) => {
    const { branch, from, parent } = commit
    if (from === null)
      await createBranch(branch, parent).catch((error: unknown) => {
        const isTaken = error instanceof ForgeError && error.code === 'pull-request-exists'
        throw isTaken ? new ForgeError('branch-moved', { host, status: error.status }) : error
      })
    if (from === null || from === parent) return commitOnto(parent, commit)

    if ((await headOf(branch)) !== from) throw new ForgeError('branch-moved', { host })
    // A pull request is closed if its branch has no commit of its own even for a moment, so the commit is
    // created on a temporary branch.
    const beside = `${branch}${MOMENTARY}${randomBytes(4).toString('hex')}`
    await createBranch(beside, parent)
    try {
      const made = await commitOnto(parent, { ...commit, branch: beside })
      await moveBranch(branch, { from, to: made })
      return made
    } finally {
      // A leftover branch does no harm; anyone who sees it can delete it.
      await deleteBranch(beside).catch(() => {})
    }
  }
}

/** Reads and moves branches. */
function openGitHubBranches({ calls, graphQl, path, now }: CommitParts) {
  const { host } = calls
  const refs = `/repos/${path}/git/refs`
  const refOf = (branch: string) => `heads/${pathInAddress(branch)}`

  async function createBranch(branch: string, commit: string): Promise<void> {
    const body = { ref: `refs/heads/${branch}`, sha: commit }
    await calls.ask({ method: 'POST', path: refs, body }, () => null)
  }

  function headOf(branch: string): Promise<string> {
    return calls.ask({ path: `/repos/${path}/git/ref/${refOf(branch)}` }, (answer) =>
      textAt(answer, 'object', 'sha'),
    )
  }

  /** Moves a branch to a commit that is not on top of it, if it still is at the expected one. */
  async function moveBranch(branch: string, { from, to }: { from: string; to: string }): Promise<void> {
    const repositoryId = await calls.ask({ path: `/repos/${path}` }, (answer) => textAt(answer, 'node_id'))
    const update = { name: `refs/heads/${branch}`, beforeOid: from, afterOid: to, force: true }
    const input = { repositoryId, refUpdates: [update] }
    const call = { method: 'POST', path: '', body: { query: MOVE, variables: { input } } } as const
    try {
      await graphQl.ask(call, (answer, saidBy) => refuseErrors(answer, { host, now: now(), saidBy }))
    } catch (error) {
      // GitHub does not document what it answers then.
      if (error instanceof ForgeError && (await headOf(branch)) !== from)
        throw new ForgeError('branch-moved', { host, status: error.status, cause: error })
      throw error
    }
  }

  async function deleteBranch(branch: string): Promise<void> {
    await calls.ask({ method: 'DELETE', path: `${refs}/${refOf(branch)}` }, () => null)
  }

  return { createBranch, deleteBranch, headOf, moveBranch }
}

/** Makes a commit on top of the head of a branch; returns its id. */
async function commitOn(
  { calls: { host }, graphQl, path, now }: CommitParts,
  head: string,
  commit: BranchCommit,
): Promise<string> {
  const { branch, headline, body, files, deleted } = commit
  const input = {
    branch: { repositoryNameWithOwner: path, branchName: branch },
    expectedHeadOid: head,
    message: { headline, ...(body === '' ? {} : { body }) },
    fileChanges: {
      additions: files.map((file) => ({
        path: file.path,
        contents: Buffer.from(file.content).toString('base64'),
      })),
      deletions: deleted.map((one) => ({ path: one })),
    },
  }
  const call = { method: 'POST', path: '', body: { query: MUTATION, variables: { input } } } as const
  return graphQl.ask(call, (answer, saidBy) => {
    refuseErrors(answer, { host, now: now(), saidBy })
    return textAt(answer, 'data', 'createCommitOnBranch', 'commit', 'oid')
  })
}

/** Throws the first error of an answer. */
function refuseErrors(
  answer: unknown,
  {
    host,
    now,
    saidBy,
  }: { readonly host: string; readonly now: Date; readonly saidBy: (message: unknown) => string },
): void {
  const errors = valueAt(answer, 'errors')
  if (!Array.isArray(errors) || errors.length === 0) return
  const says = saidBy(valueAt(errors[0], 'message'))
  throw errorOf(errors[0], { host, now, says })
}

/** Whether a branch is one on which a commit for another branch is created. */
export function isMomentary(branch: string, of: string): boolean {
  const start = `${of}${MOMENTARY}`
  return branch.startsWith(start) && /^[0-9a-f]{8}$/.test(branch.slice(start.length))
}

function errorOf(
  error: unknown,
  { host, now, says }: { readonly host: string; readonly now: Date; readonly says: string },
): ForgeError {
  const code = CODES.get(String(valueAt(error, 'type'))) ?? 'unexpected-answer'
  const retryAt = code === 'rate-limited' ? new Date(now.getTime() + RATE_LIMIT_MS) : null
  return new ForgeError(code, { host, status: 200, says, retryAt })
}
