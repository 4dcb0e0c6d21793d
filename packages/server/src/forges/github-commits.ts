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

/** Types of GraphQL errors, and what they mean here. */
const CODES = new Map<string, ForgeCode>([
  ['STALE_DATA', 'branch-moved'],
  ['NOT_FOUND', 'branch-missing'],
  ['FORBIDDEN', 'not-allowed'],
  ['INSUFFICIENT_SCOPES', 'not-allowed'],
  ['RATE_LIMITED', 'rate-limited'],
])
const RATE_LIMIT_MS = 60_000

/**
 * Opens commits through the API instead of a push: GitHub signs its own commits, so that they count as
 * verified.
 */
export function openGitHubCommits({
  calls,
  graphQl,
  path,
  now,
}: {
  readonly now: () => Date
  readonly calls: ForgeCalls
  readonly graphQl: ForgeCalls
  readonly path: string
}): (commit: BranchCommit) => Promise<string> {
  const { host } = calls
  const refs = `/repos/${path}/git/refs`
  const refOf = (branch: string) => `heads/${pathInAddress(branch)}`

  async function createBranch(branch: string, commit: string): Promise<void> {
    const body = { ref: `refs/heads/${branch}`, sha: commit }
    await calls.ask({ method: 'POST', path: refs, body }, () => null)
  }

  async function commitOnto(head: string, commit: BranchCommit): Promise<string> {
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
    return graphQl.ask(call, (answer) => {
      const errors = valueAt(answer, 'errors')
      if (Array.isArray(errors) && errors.length > 0) throw errorOf(errors[0], host, now())
      return textAt(answer, 'data', 'createCommitOnBranch', 'commit', 'oid')
    })
  }

  return async (commit) => {
    const { branch, from, parent } = commit
    if (from === null)
      await createBranch(branch, parent).catch((error: unknown) => {
        const isTaken = error instanceof ForgeError && error.code === 'pull-request-exists'
        throw isTaken ? new ForgeError('branch-moved', { host, status: error.status }) : error
      })
    if (from === null || from === parent) return commitOnto(parent, commit)

    const head = await calls.ask({ path: `/repos/${path}/git/ref/${refOf(branch)}` }, (answer) =>
      textAt(answer, 'object', 'sha'),
    )
    if (head !== from) throw new ForgeError('branch-moved', { host })
    // A pull request is closed if its branch has no commit of its own even for a moment, so the commit is
    // created on a temporary branch.
    const beside = `${branch}-next-${randomBytes(4).toString('hex')}`
    await createBranch(beside, parent)
    try {
      const made = await commitOnto(parent, { ...commit, branch: beside })
      const body = { sha: made, force: true }
      await calls.ask({ method: 'PATCH', path: `${refs}/${refOf(branch)}`, body }, () => null)
      return made
    } finally {
      // A leftover branch does no harm; anyone who sees it can delete it.
      await calls.ask({ method: 'DELETE', path: `${refs}/${refOf(beside)}` }, () => null).catch(() => {})
    }
  }
}

function errorOf(error: unknown, host: string, now: Date): ForgeError {
  const code = CODES.get(String(valueAt(error, 'type'))) ?? 'unexpected-answer'
  const says = String(valueAt(error, 'message') ?? '').slice(0, 200)
  const retryAt = code === 'rate-limited' ? new Date(now.getTime() + RATE_LIMIT_MS) : null
  return new ForgeError(code, { host, status: 200, says, retryAt })
}
