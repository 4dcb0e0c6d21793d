import { fetchWithRetries, type Waiting } from '../../server/call-with-retries.ts'
import { CommandError } from '../../terminal.ts'
import type { Forge, PullRequest } from './pull-request.ts'

export type ForgeComment = { readonly id: number; readonly body: string }

/** The comments of one pull request. Methods throw CommandError if the forge refuses. */
export type ForgeComments = {
  /** Returns the first comment that satisfies a predicate. */
  readonly find: (isWanted: (comment: ForgeComment) => boolean) => Promise<ForgeComment | null>
  readonly create: (body: string) => Promise<void>
  readonly update: (id: number, body: string) => Promise<void>
}

type Kind = {
  readonly headers: (token: string) => Readonly<Record<string, string>>
  readonly list: (request: PullRequest) => string
  readonly one: (request: PullRequest, id: number) => string
  readonly updateMethod: 'PATCH' | 'PUT'
  /** Comments per page; null if all are returned together. */
  readonly pageSize: number | null
}

const ISSUES = ({ repository, number }: PullRequest) => `/repos/${repository}/issues/${number}/comments`
const NOTES = ({ repository, number }: PullRequest) =>
  `/projects/${encodeURIComponent(repository)}/merge_requests/${number}/notes`

const KINDS: Readonly<Record<Forge, Kind>> = {
  github: {
    headers: (token) => ({
      authorization: `Bearer ${token}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    }),
    list: ISSUES,
    one: ({ repository }, id) => `/repos/${repository}/issues/comments/${id}`,
    updateMethod: 'PATCH',
    pageSize: 100,
  },
  gitea: {
    headers: (token) => ({ authorization: `token ${token}`, accept: 'application/json' }),
    list: ISSUES,
    one: ({ repository }, id) => `/repos/${repository}/issues/comments/${id}`,
    updateMethod: 'PATCH',
    pageSize: null,
  },
  gitlab: {
    headers: (token) => ({ authorization: `Bearer ${token}`, accept: 'application/json' }),
    list: NOTES,
    one: (request, id) => `${NOTES(request)}/${id}`,
    updateMethod: 'PUT',
    pageSize: 100,
  },
}

/** Comments beyond this many pages are not searched. */
const PAGES_MAX = 50

export function openComments(request: PullRequest, token: string, waiting: Waiting = {}): ForgeComments {
  const kind = KINDS[request.forge]
  const fetcher = fetchWithRetries(waiting)
  const call = async (path: string, method: string, body: string | null): Promise<unknown> => {
    const address = `${request.api}${path}`
    const response = await fetcher(address, {
      method,
      headers: {
        ...kind.headers(token),
        'user-agent': 'dragoman',
        ...(body !== null && { 'content-type': 'application/json' }),
      },
      ...(body !== null && { body: JSON.stringify({ body }) }),
    })
    const text = await response.text()
    if (!response.ok)
      throw new CommandError(
        `${new URL(address).host} responds with ${response.status}${hintOf(response.status)}`,
      )
    return parsed(text)
  }
  return {
    async find(isWanted) {
      for (let page = 1; page <= PAGES_MAX; page++) {
        const query = kind.pageSize === null ? '' : `?per_page=${kind.pageSize}&page=${page}`
        const found = await call(`${kind.list(request)}${query}`, 'GET', null)
        const list = Array.isArray(found) ? found : []
        const wanted = list.filter(isComment).find(isWanted)
        if (wanted !== undefined) return wanted
        if (kind.pageSize === null || list.length < kind.pageSize) return null
      }
      return null
    },
    async create(body) {
      await call(kind.list(request), 'POST', body)
    },
    async update(id, body) {
      await call(kind.one(request, id), kind.updateMethod, body)
    },
  }
}

function isComment(value: unknown): value is ForgeComment {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'number' &&
    'body' in value &&
    typeof value.body === 'string'
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // An unreadable response, but the request has succeeded.
  }
}

function hintOf(status: number): string {
  if (status === 401) return ': the token is not valid there.'
  if (status === 403)
    return ': the token cannot write comments. Pull requests from forks get a read-only token.'
  if (status === 404) return ': the token has no access to this pull request.'
  return '.'
}
