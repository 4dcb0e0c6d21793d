import { type ForgeCalls, openForgeCalls } from './call-forge.ts'
import { hasMarker, withMarker } from './comment-marker.ts'
import type { Forge, ForgeCheck, ForgeLocation, ForgeReports, ForgeRequests, PullRequest } from './forge.ts'
import { ForgeError } from './forge-error.ts'
import type { ForgeParts } from './open-github.ts'
import { lineAnchor, pathInAddress } from './page-address.ts'
import { newestByName, numberAt, optionalTextAt, secondsBetween, textAt, valueAt } from './read-answer.ts'

/** Access level of developers, who can push to branches that are not protected. */
const DEVELOPER = 30
const DESCRIPTION_MAX = 255

/**
 * Opens a repository at GitLab, at gitlab.com or self-hosted. GitLab's merge requests are pull requests here.
 */
export function openGitLab({ outgoing, now }: ForgeParts, place: ForgeLocation, token: string): Forge {
  const calls = openForgeCalls({
    outgoing,
    now,
    base: `${place.origin}/api/v4`,
    // Works for tokens of people, projects, groups and OAuth.
    headers: async () => ({ accept: 'application/json', authorization: `Bearer ${token}` }),
    pageSize: { name: 'per_page', size: 100 },
  })
  const project = `/projects/${encodeURIComponent(place.path)}`

  return {
    place,
    saysMergedHead: true,
    repository: () =>
      calls.ask({ path: project }, (answer) => {
        const levels = ['project_access', 'group_access']
          .map((kind) => valueAt(answer, 'permissions', kind, 'access_level'))
          .filter((level) => typeof level === 'number')
        return {
          defaultBranch: textAt(answer, 'default_branch'),
          url: textAt(answer, 'web_url'),
          mayPush: levels.length === 0 ? null : Math.max(...levels) >= DEVELOPER,
          isArchived: valueAt(answer, 'archived') === true,
        }
      }),
    ...requestsOf(calls, project),
    ...reportsOf(calls, project),
    permalink: (commit, path, lines) =>
      `${place.origin}/${place.path}/-/blob/${commit}/${pathInAddress(path)}${lineAnchor(lines, '-')}`,
    commitOnBranch: null,
  }
}

function requestsOf(calls: ForgeCalls, project: string): ForgeRequests {
  const path = `${project}/merge_requests`
  const change = (number: number, body: unknown) =>
    calls.ask({ method: 'PUT', path: `${path}/${number}`, body }, readMergeRequest)

  const requests: ForgeRequests = {
    async findPullRequest({ head, base }) {
      const query = new URLSearchParams({
        state: 'all',
        source_branch: head,
        target_branch: base,
        order_by: 'created_at',
        sort: 'desc',
      })
      const found = (await calls.list(`${path}?${query}`, { pagesMax: 1 })).filter(
        // A fork can have a branch with the same name.
        (one) => valueAt(one, 'source_project_id') === valueAt(one, 'target_project_id'),
      )
      const chosen = found.find((one) => isOpen(valueAt(one, 'state'))) ?? found[0]
      return chosen === undefined ? null : requests.pullRequest(numberAt(chosen, 'iid'))
    },
    async openBranches(base) {
      const query = new URLSearchParams({ state: 'opened', target_branch: base })
      return (await calls.list(`${path}?${query}`))
        .filter(
          (one) =>
            isOpen(valueAt(one, 'state')) &&
            valueAt(one, 'source_project_id') === valueAt(one, 'target_project_id'),
        )
        .map((one) => ({ branch: textAt(one, 'source_branch'), number: numberAt(one, 'iid') }))
    },
    pullRequest: (number) => calls.ask({ path: `${path}/${number}` }, readMergeRequest),
    async openPullRequest({ head, base, title, body }) {
      const request = { source_branch: head, target_branch: base, title, description: body }
      try {
        return await calls.ask({ method: 'POST', path, body: request }, readMergeRequest)
      } catch (error) {
        if (!(error instanceof ForgeError) || error.code !== 'pull-request-exists') throw error
        const open = await requests.findPullRequest({ head, base })
        if (open?.state !== 'open') throw error
        return change(open.number, { title, description: body })
      }
    },
    updatePullRequest: (number, { title, body }) => change(number, { title, description: body }),
    closePullRequest: (number) => change(number, { state_event: 'close' }),
  }
  return requests
}

function reportsOf(calls: ForgeCalls, project: string): ForgeReports {
  return {
    async checks(commit) {
      const statuses = await calls.list(`${project}/repository/commits/${commit}/statuses`)
      return newestByName(statuses.map(readStatus))
    },
    async reportCheck(commit, { name, state, title, url }) {
      const states = { running: 'running', passed: 'success', failed: 'failed' } as const
      const body = {
        state: states[state],
        name,
        description: title.slice(0, DESCRIPTION_MAX),
        ...(url === null ? {} : { target_url: url }),
      }
      try {
        await calls.ask({ method: 'POST', path: `${project}/statuses/${commit}`, body }, () => null)
      } catch (error) {
        // It already has this state.
        if (!(error instanceof ForgeError) || !/cannot transition status/i.test(error.says)) throw error
      }
    },
    async putComment(number, { marker, body }) {
      const wanted = withMarker(marker, body)
      const notes = await calls.list(`${project}/merge_requests/${number}/notes`)
      const own = notes.find((one) => hasMarker(marker, optionalTextAt(one, 'body') ?? ''))
      if (own !== undefined && optionalTextAt(own, 'body') === wanted) return
      const path = `${project}/merge_requests/${number}/notes`
      await calls.ask(
        own === undefined
          ? { method: 'POST', path, body: { body: wanted } }
          : { method: 'PUT', path: `${path}/${numberAt(own, 'id')}`, body: { body: wanted } },
        () => null,
      )
    },
  }
}

/** Whether it is open; GitLab locks it while it is being merged. */
function isOpen(state: unknown): boolean {
  return state === 'opened' || state === 'locked'
}

function readMergeRequest(answer: unknown): PullRequest {
  const given = textAt(answer, 'state')
  const state = isOpen(given) ? 'open' : given === 'merged' ? 'merged' : 'closed'
  return {
    number: numberAt(answer, 'iid'),
    url: textAt(answer, 'web_url'),
    title: textAt(answer, 'title'),
    body: optionalTextAt(answer, 'description') ?? '',
    state,
    headBranch: textAt(answer, 'source_branch'),
    headCommit: textAt(answer, 'sha'),
    base: textAt(answer, 'target_branch'),
    mergeable: state === 'open' ? mergeableOf(answer) : 'unknown',
    endedBy:
      state === 'merged'
        ? (optionalTextAt(answer, 'merge_user', 'username') ??
          optionalTextAt(answer, 'merged_by', 'username'))
        : optionalTextAt(answer, 'closed_by', 'username'),
    mergeCommit:
      state === 'merged'
        ? (optionalTextAt(answer, 'merge_commit_sha') ??
          optionalTextAt(answer, 'squash_commit_sha') ??
          textAt(answer, 'sha')) // fast-forward
        : null,
    openedAt: textAt(answer, 'created_at'),
  }
}

function mergeableOf(answer: unknown): PullRequest['mergeable'] {
  // GitLab before 15.6 has only the second one.
  const status = optionalTextAt(answer, 'detailed_merge_status') ?? optionalTextAt(answer, 'merge_status')
  switch (status) {
    case 'mergeable':
    case 'can_be_merged':
      return 'yes'
    case null:
    case 'unchecked':
    case 'checking':
    case 'preparing':
    case 'approvals_syncing':
      return 'unknown'
    default:
      return 'no'
  }
}

function readStatus(status: unknown): ForgeCheck {
  return {
    name: textAt(status, 'name'),
    state: stateOf(textAt(status, 'status')),
    seconds: secondsBetween(optionalTextAt(status, 'started_at'), optionalTextAt(status, 'finished_at')),
    url: optionalTextAt(status, 'target_url'),
  }
}

function stateOf(status: string): ForgeCheck['state'] {
  switch (status) {
    case 'success':
      return 'passed'
    case 'failed':
    case 'canceled':
      return 'failed'
    case 'skipped':
    case 'manual':
      return 'skipped'
    case 'running':
    case 'canceling':
      return 'running'
    default:
      return 'waiting'
  }
}
