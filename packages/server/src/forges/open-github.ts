import type { Outgoing } from '../outgoing/open-outgoing.ts'
import type { ForgeCalls } from './call-forge.ts'
import type {
  Forge,
  ForgeCheck,
  ForgeLocation,
  ForgeReports,
  ForgeRequests,
  ForgeSignIn,
  PullRequest,
} from './forge.ts'
import { ForgeError } from './forge-error.ts'
import { commentsOf, putStatus, readRepository } from './github-api.ts'
import { type AppTokens, openAppTokens } from './github-app.ts'
import { openGitHubCalls } from './github-calls.ts'
import { openGitHubCommits } from './github-commits.ts'
import { lineAnchor, pathInAddress } from './page-address.ts'
import {
  listAt,
  newestByName,
  numberAt,
  optionalTextAt,
  secondsBetween,
  textAt,
  valueAt,
} from './read-answer.ts'

export type ForgeParts = {
  readonly outgoing: Pick<Outgoing, 'fetch' | 'inspect'>
  readonly now: () => Date
  /** Shared, so that an app does not request a token each time a repository is opened. */
  readonly appTokens?: AppTokens
}

/** The maximum length in a commit status. */
const DESCRIPTION_MAX = 140

/** Opens a repository at GitHub, or at a GitHub Enterprise Server. */
export function openGitHub(parts: ForgeParts, place: ForgeLocation, signIn: ForgeSignIn): Forge {
  const { now, appTokens = openAppTokens(parts) } = parts
  const token = async () =>
    signIn.kind === 'token' ? signIn.token : (await appTokens.tokenOf(place, signIn)).token
  const { origin } = place
  const open = (api: 'rest' | 'graphQl') => {
    const calls = openGitHubCalls(parts, { origin, api, token })
    return signIn.kind === 'token' ? calls : withNewToken(calls, () => appTokens.forget(place, signIn))
  }
  const calls = open('rest')
  const repo = `/repos/${place.path}`

  return {
    place,
    saysMergedHead: true,
    repository: () => calls.ask({ path: repo }, readRepository),
    ...requestsOf(calls, place),
    ...reportsOf(calls, place, signIn),
    permalink(commit, path, lines) {
      // Markdown has line numbers only in its plain view.
      const plain = lines !== undefined && /\.(?:md|markdown)$/i.test(path) ? '?plain=1' : ''
      return `${place.origin}/${place.path}/blob/${commit}/${pathInAddress(path)}${plain}${lineAnchor(lines, '-L')}`
    },
    commitOnBranch: openGitHubCommits({ calls, graphQl: open('graphQl'), path: place.path, now }),
  }
}

function requestsOf(calls: ForgeCalls, { path }: ForgeLocation): ForgeRequests {
  const repo = `/repos/${path}`
  const [owner = ''] = path.split('/')

  async function pullRequest(number: number): Promise<PullRequest> {
    const found = await calls.ask({ path: `${repo}/pulls/${number}` }, readPullRequest)
    if (found.state !== 'closed') return found
    // Only its issue says who closed it.
    return calls.ask({ path: `${repo}/issues/${number}` }, (issue) => ({
      ...found,
      endedBy: optionalTextAt(issue, 'closed_by', 'login'),
    }))
  }

  async function change(number: number, body: unknown): Promise<PullRequest> {
    await calls.ask({ method: 'PATCH', path: `${repo}/pulls/${number}`, body }, () => null)
    return pullRequest(number)
  }

  const requests: ForgeRequests = {
    async findPullRequest({ head, base: into }) {
      const query = new URLSearchParams({ state: 'all', head: `${owner}:${head}`, base: into })
      const found = (await calls.list(`${repo}/pulls?${query}`, { pagesMax: 1 })).filter(
        (one) => valueAt(one, 'head', 'ref') === head, // GitHub ignores a head that it cannot parse
      )
      const chosen = found.find((one) => valueAt(one, 'state') === 'open') ?? found[0] // newest first
      return chosen === undefined ? null : pullRequest(numberAt(chosen, 'number'))
    },
    async openBranches(into) {
      const query = new URLSearchParams({ state: 'open', base: into })
      return (await calls.list(`${repo}/pulls?${query}`))
        .filter(
          (one) =>
            valueAt(one, 'state') === 'open' &&
            valueAt(one, 'head', 'repo', 'id') === valueAt(one, 'base', 'repo', 'id'),
        )
        .map((one) => ({ branch: textAt(one, 'head', 'ref'), number: numberAt(one, 'number') }))
    },
    pullRequest,
    async openPullRequest(draft) {
      try {
        return await calls.ask({ method: 'POST', path: `${repo}/pulls`, body: draft }, readPullRequest)
      } catch (error) {
        if (!(error instanceof ForgeError) || error.code !== 'pull-request-exists') throw error
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

function reportsOf(calls: ForgeCalls, { path }: ForgeLocation, signIn: ForgeSignIn): ForgeReports {
  const repo = `/repos/${path}`
  return {
    async checks(commit) {
      const runs = await calls.list(`${repo}/commits/${commit}/check-runs`, {
        entries: (answer) => listAt(answer, 'check_runs'),
      })
      const statuses = await calls.list(`${repo}/commits/${commit}/statuses`)
      return [...newestByName(runs.map(readRun)), ...newestByName(statuses.map(readStatus))]
    },
    async reportCheck(commit, report) {
      // Check runs are for apps only.
      if (signIn.kind === 'token') {
        await putStatus(calls, repo, { commit, report, titleMax: DESCRIPTION_MAX })
        return
      }
      const { name, state, title, summary, url } = report
      const query = new URLSearchParams({ check_name: name })
      const runs = await calls.list(`${repo}/commits/${commit}/check-runs?${query}`, {
        entries: (answer) => listAt(answer, 'check_runs'),
      })
      // An app is identified by its id or, as GitHub recommends now, by its client id.
      const own = runs.find((run) =>
        ['id', 'client_id'].some((name) => String(valueAt(run, 'app', name)) === signIn.appId),
      )
      const body = {
        name,
        ...(url === null ? {} : { details_url: url }),
        ...(state === 'running'
          ? { status: 'in_progress' }
          : { status: 'completed', conclusion: state === 'passed' ? 'success' : 'failure' }),
        output: { title, summary },
      }
      await calls.ask(
        own === undefined
          ? { method: 'POST', path: `${repo}/check-runs`, body: { ...body, head_sha: commit } }
          : { method: 'PATCH', path: `${repo}/check-runs/${numberAt(own, 'id')}`, body },
        () => null,
      )
    },
    putComment: commentsOf(calls, repo, { hasPages: true }),
  }
}

/**
 * Repeats a call once with a new token: one that is refused before it expires was revoked, for example
 * because the app's permissions changed.
 */
function withNewToken(calls: ForgeCalls, forget: () => void): ForgeCalls {
  async function twice<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ForgeError) || error.code !== 'sign-in-refused') throw error
      forget()
      return work()
    }
  }
  return {
    host: calls.host,
    ask: (call, read) => twice(() => calls.ask(call, read)),
    list: (path, options) => twice(() => calls.list(path, options)),
  }
}

function readPullRequest(answer: unknown): PullRequest {
  const isMerged = optionalTextAt(answer, 'merged_at') !== null
  const isOpen = textAt(answer, 'state') === 'open'
  const mergeable = isOpen ? valueAt(answer, 'mergeable') : null
  return {
    number: numberAt(answer, 'number'),
    url: textAt(answer, 'html_url'),
    title: textAt(answer, 'title'),
    body: optionalTextAt(answer, 'body') ?? '',
    state: isOpen ? 'open' : isMerged ? 'merged' : 'closed',
    headBranch: textAt(answer, 'head', 'ref'),
    headCommit: textAt(answer, 'head', 'sha'),
    base: textAt(answer, 'base', 'ref'),
    mergeable: typeof mergeable === 'boolean' ? (mergeable ? 'yes' : 'no') : 'unknown',
    endedBy: optionalTextAt(answer, 'merged_by', 'login'),
    // While it is open, this is the commit of a test merge.
    mergeCommit: isMerged ? optionalTextAt(answer, 'merge_commit_sha') : null,
    openedAt: textAt(answer, 'created_at'),
  }
}

function readRun(run: unknown): ForgeCheck {
  const conclusion = optionalTextAt(run, 'conclusion')
  const status = textAt(run, 'status')
  return {
    name: textAt(run, 'name'),
    state:
      status !== 'completed'
        ? status === 'in_progress'
          ? 'running'
          : 'waiting'
        : conclusion === 'success'
          ? 'passed'
          : conclusion === 'neutral' || conclusion === 'skipped'
            ? 'skipped'
            : 'failed',
    seconds: secondsBetween(optionalTextAt(run, 'started_at'), optionalTextAt(run, 'completed_at')),
    url: optionalTextAt(run, 'html_url'),
  }
}

function readStatus(status: unknown): ForgeCheck {
  const state = textAt(status, 'state')
  return {
    name: textAt(status, 'context'),
    state: state === 'success' ? 'passed' : state === 'pending' ? 'running' : 'failed',
    seconds: null,
    url: optionalTextAt(status, 'target_url'),
  }
}
