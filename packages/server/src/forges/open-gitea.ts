import { type ForgeCalls, openForgeCalls } from './call-forge.ts'
import type { Forge, ForgeCheck, ForgeLocation, ForgeReports, ForgeRequests, PullRequest } from './forge.ts'
import { ForgeError } from './forge-error.ts'
import { commentsOf, putStatus, readRepository } from './github-api.ts'
import type { ForgeParts } from './open-github.ts'
import { lineAnchor, pathInAddress } from './page-address.ts'
import { newestByName, numberAt, optionalTextAt, textAt, valueAt } from './read-answer.ts'

/** How many pages of closed pull requests are searched for that of a branch. */
const CLOSED_PAGES_MAX = 5
const DESCRIPTION_MAX = 255

/** Opens a repository at Gitea or Forgejo, whose APIs are the same in everything used here. */
export function openGitea({ outgoing, now }: ForgeParts, place: ForgeLocation, token: string): Forge {
  const calls = openForgeCalls({
    outgoing,
    now,
    base: `${place.origin}/api/v1`,
    headers: async () => ({ accept: 'application/json', authorization: `token ${token}` }),
    pageSize: { name: 'limit', size: 50 },
  })
  const repo = `/repos/${place.path}`

  const repository: Forge['repository'] = () => calls.ask({ path: repo }, readRepository)

  return {
    place,
    // It reports the current position of the branch, as long as the branch exists.
    saysMergedHead: false,
    repository,
    ...requestsOf(calls, repo, repository),
    ...reportsOf(calls, repo),
    permalink: (commit, path, lines) =>
      `${place.origin}/${place.path}/src/commit/${commit}/${pathInAddress(path)}${lineAnchor(lines, '-L')}`,
    commitOnBranch: null,
  }
}

function requestsOf(calls: ForgeCalls, repo: string, repository: Forge['repository']): ForgeRequests {
  const change = (number: number, body: unknown) =>
    calls.ask({ method: 'PATCH', path: `${repo}/pulls/${number}`, body }, readPullRequest)

  async function newestWith(query: string, { head, base }: { head: string; base: string }, pagesMax: number) {
    const found = await calls.list(`${repo}/pulls?${query}`, { pagesMax })
    const numbers = found
      .filter(
        (one) =>
          valueAt(one, 'head', 'label') === head &&
          valueAt(one, 'base', 'ref') === base &&
          // A fork can have a branch with the same name.
          valueAt(one, 'head', 'repo_id') === valueAt(one, 'base', 'repo_id'),
      )
      .map((one) => numberAt(one, 'number'))
    return numbers.length === 0 ? null : Math.max(...numbers)
  }

  const requests: ForgeRequests = {
    async findPullRequest(branches) {
      const number =
        (await newestWith('state=open&sort=recentupdate', branches, Number.POSITIVE_INFINITY)) ??
        (await newestWith('state=closed&sort=recentupdate', branches, CLOSED_PAGES_MAX))
      return number === null ? null : requests.pullRequest(number)
    },
    async openBranches(base) {
      return (await calls.list(`${repo}/pulls?state=open&sort=recentupdate`))
        .filter(
          (one) =>
            valueAt(one, 'base', 'ref') === base &&
            valueAt(one, 'head', 'repo_id') === valueAt(one, 'base', 'repo_id'),
        )
        .map((one) => ({ branch: textAt(one, 'head', 'label'), number: numberAt(one, 'number') }))
    },
    pullRequest: (number) => calls.ask({ path: `${repo}/pulls/${number}` }, readPullRequest),
    async openPullRequest(draft) {
      try {
        return await calls.ask({ method: 'POST', path: `${repo}/pulls`, body: draft }, readPullRequest)
      } catch (error) {
        if (!(error instanceof ForgeError)) throw error
        if (error.code === 'not-found') {
          await repository() // throws if the repository itself does not exist
          throw new ForgeError('branch-missing', {
            host: error.host,
            status: error.status,
            says: error.says,
          })
        }
        if (error.code !== 'pull-request-exists') throw error
        const open = await requests.findPullRequest(draft)
        if (open?.state !== 'open') throw error
        return change(open.number, { title: draft.title, body: draft.body })
      }
    },
    updatePullRequest: (number, { title, body }) => change(number, { title, body }),
    closePullRequest: (number) => change(number, { state: 'closed' }),
  }
  return requests
}

function reportsOf(calls: ForgeCalls, repo: string): ForgeReports {
  return {
    async checks(commit) {
      const statuses = await calls.list(`${repo}/statuses/${commit}?sort=recentupdate`)
      return newestByName(statuses.map(readStatus))
    },
    async reportCheck(commit, report) {
      await putStatus(calls, repo, { commit, report, titleMax: DESCRIPTION_MAX })
    },
    putComment: commentsOf(calls, repo, { hasPages: false }),
  }
}

function readPullRequest(answer: unknown): PullRequest {
  const isMerged = valueAt(answer, 'merged') === true
  const isOpen = textAt(answer, 'state') === 'open'
  const mergeable = valueAt(answer, 'mergeable')
  return {
    number: numberAt(answer, 'number'),
    url: textAt(answer, 'html_url'),
    title: textAt(answer, 'title'),
    body: optionalTextAt(answer, 'body') ?? '',
    state: isOpen ? 'open' : isMerged ? 'merged' : 'closed',
    // Once the branch is deleted, `ref` is `refs/pull/7/head`.
    headBranch: textAt(answer, 'head', 'label'),
    headCommit: textAt(answer, 'head', 'sha'),
    base: textAt(answer, 'base', 'ref'),
    mergeable: isOpen && typeof mergeable === 'boolean' ? (mergeable ? 'yes' : 'no') : 'unknown',
    endedBy: optionalTextAt(answer, 'merged_by', 'login'),
    mergeCommit: isMerged ? optionalTextAt(answer, 'merge_commit_sha') : null,
    openedAt: textAt(answer, 'created_at'),
  }
}

function readStatus(status: unknown): ForgeCheck {
  const state = textAt(status, 'status')
  return {
    name: textAt(status, 'context'),
    state:
      state === 'success' || state === 'warning'
        ? 'passed'
        : state === 'pending'
          ? 'running'
          : state === 'skipped'
            ? 'skipped'
            : 'failed',
    seconds: null,
    url: optionalTextAt(status, 'target_url'),
  }
}
