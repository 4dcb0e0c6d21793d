import { createHmac, randomUUID } from 'node:crypto'
import { readDescription } from './api-description.ts'
import { type DoubleAnswer, type DoubleKind, type DoubleRequest, pageOf } from './double-kind.ts'
import {
  commitOf,
  type DoublePull,
  type DoubleStatus,
  defaultBranchOf,
  type ForgeWorld,
  hasConflicts,
  openPull,
} from './double-world.ts'

const PAGES = { name: 'per_page', usual: 20, most: 100 }

export function gitlabKind(token: string): DoubleKind {
  const description = readDescription('gitlab.json', { base: '/api/v4', hasNulls: true })
  const user = (username: string) => ({ id: 7, username, name: username, state: 'active' })

  function requestAnswer(world: ForgeWorld, pull: DoublePull, origin: string) {
    const isOpen = pull.state === 'open'
    return {
      id: pull.number + 1000,
      iid: pull.number,
      project_id: world.id,
      source_project_id: world.id,
      target_project_id: world.id,
      title: pull.title,
      description: pull.body === '' ? null : pull.body,
      state: isOpen ? 'opened' : pull.state,
      created_at: pull.createdAt,
      source_branch: pull.head,
      target_branch: pull.base,
      sha: pull.headCommit,
      merge_commit_sha: pull.mergeCommit,
      squash_commit_sha: null,
      merge_user: pull.state === 'merged' ? user(pull.endedBy ?? '') : null,
      merged_at: pull.state === 'merged' ? pull.createdAt : null,
      closed_by: pull.state === 'closed' ? user(pull.endedBy ?? '') : null,
      closed_at: pull.state === 'closed' ? pull.createdAt : null,
      detailed_merge_status: isOpen ? (hasConflicts(world, pull) ? 'conflict' : 'mergeable') : 'not_open',
      merge_status: 'can_be_merged',
      web_url: `${origin}/${world.path}/-/merge_requests/${pull.number}`,
      draft: false,
    }
  }

  const noteAnswer = (pull: DoublePull, note: DoublePull['comments'][number]) => ({
    id: note.id,
    body: note.body,
    author: user(note.author),
    created_at: pull.createdAt,
    updated_at: pull.createdAt,
    system: false,
    noteable_iid: pull.number,
    noteable_type: 'MergeRequest',
  })

  const statusAnswer = (status: DoubleStatus) => ({
    id: status.id,
    sha: status.commit,
    name: status.name,
    status: status.state,
    description: status.description,
    target_url: status.url,
    created_at: status.startedAt,
    started_at: status.startedAt,
    finished_at: status.finishedAt,
    allow_failure: false,
  })

  function answerProject(request: DoubleRequest, world: ForgeWorld, rest: string): DoubleAnswer | null {
    const { method, query, origin } = request
    const body = (request.body ?? {}) as Record<string, string | undefined>
    if (rest === '')
      return ok({
        id: world.id,
        web_url: `${origin}/${world.path}`,
        path_with_namespace: world.path,
        default_branch: defaultBranchOf(world),
        archived: world.isArchived,
        permissions: { project_access: { access_level: 40, notification_level: 3 }, group_access: null },
      })
    if (rest === '/merge_requests' && method === 'GET') {
      const found = world.pulls.filter(
        (pull) =>
          (!query.has('source_branch') || pull.head === query.get('source_branch')) &&
          (!query.has('target_branch') || pull.base === query.get('target_branch')),
      )
      const { entries, headers } = pageOf(found, request, PAGES)
      return ok(
        entries.map((pull) => requestAnswer(world, pull, origin)),
        headers,
      )
    }
    if (rest === '/merge_requests') {
      const { source_branch: head = '', target_branch: base = '', title = '', description: text = '' } = body
      if (commitOf(world, head) === null)
        return { status: 400, body: { message: { base: [`Source branch "${head}" does not exist`] } } }
      const open = world.pulls.find(
        (pull) => pull.state === 'open' && pull.head === head && pull.base === base,
      )
      if (open !== undefined)
        return {
          status: 409,
          body: {
            message: [`Another open merge request already exists for this source branch: !${open.number}`],
          },
        }
      const pull = openPull(world, { head, base, title, body: text })
      return { status: 201, body: requestAnswer(world, pull, origin) }
    }
    const [, number, notes, noteId] = /^\/merge_requests\/(\d+)(\/notes)?(?:\/(\d+))?$/.exec(rest) ?? []
    if (number !== undefined) {
      const pull = world.pulls.find((one) => one.number === Number(number))
      if (pull === undefined) return null
      return notes === undefined
        ? answerRequest(request, world, pull)
        : answerNotes(request, { world, pull, noteId })
    }
    const [, commit = ''] = /^\/statuses\/([^/]+)$/.exec(rest) ?? []
    if (commit !== '') {
      const known = world.statuses.find((one) => one.commit === commit && one.name === body.name)
      if (known !== undefined && known.state === body.state)
        return {
          status: 400,
          body: { message: `Cannot transition status via :run from :${known.state}` },
        }
      const status = known ?? {
        id: world.nextId++,
        commit,
        name: body.name ?? 'default',
        state: '',
        description: '',
        url: null,
        startedAt: '2026-11-23T07:00:00Z',
        finishedAt: null,
      }
      if (known === undefined) world.statuses.unshift(status)
      Object.assign(status, {
        state: body.state,
        description: body.description ?? '',
        url: body.target_url ?? null,
        finishedAt: body.state === 'running' ? null : '2026-11-23T07:01:05Z',
      })
      return { status: 201, body: statusAnswer(status) }
    }
    const [, of] = /^\/repository\/commits\/([^/]+)\/statuses$/.exec(rest) ?? []
    if (of === undefined) return null
    const found = world.statuses.filter((status) => status.commit === of)
    const { entries, headers } = pageOf(found, request, PAGES)
    return ok(entries.map(statusAnswer), headers)
  }

  function answerRequest(request: DoubleRequest, world: ForgeWorld, pull: DoublePull): DoubleAnswer {
    const body = (request.body ?? {}) as Record<string, string | undefined>
    if (request.method === 'PUT') {
      pull.title = body.title ?? pull.title
      pull.body = body.description ?? pull.body
      if (body.state_event === 'close') Object.assign(pull, { state: 'closed', endedBy: 'dragoman-bot' })
    }
    return ok(requestAnswer(world, pull, request.origin))
  }

  function answerNotes(
    request: DoubleRequest,
    { world, pull, noteId }: { world: ForgeWorld; pull: DoublePull; noteId: string | undefined },
  ): DoubleAnswer | null {
    const body = (request.body ?? {}) as Record<string, string | undefined>
    if (request.method === 'GET') {
      const { entries, headers } = pageOf(pull.comments, request, PAGES)
      return ok(
        entries.map((note) => noteAnswer(pull, note)),
        headers,
      )
    }
    if (noteId === undefined) {
      const note = { id: world.nextId++, body: body.body ?? '', author: 'dragoman-bot' }
      pull.comments.push(note)
      return { status: 201, body: noteAnswer(pull, note) }
    }
    const note = pull.comments.find(({ id }) => id === Number(noteId))
    if (note === undefined) return null
    note.body = body.body ?? ''
    return ok(noteAnswer(pull, note))
  }

  return {
    base: '/api/v4',
    description,
    isSignedIn: ({ headers }) => headers.authorization === `Bearer ${token}`,
    refusal: { status: 401, body: { message: '401 Unauthorized' } },
    answer(request, worldOf) {
      if (request.path === '/version') return ok({ version: '18.6.0', revision: 'abc1234' })
      const [, id = '', rest = ''] = /^\/projects\/([^/]+)(\/.*)?$/.exec(request.path) ?? []
      const world = worldOf(decodeURIComponent(id))
      return world === null ? null : answerProject(request, world, rest)
    },
    webhook(world, event, secret, origin) {
      const body =
        event.kind === 'push'
          ? {
              object_kind: 'push',
              event_name: 'push',
              before: event.before,
              after: event.after,
              ref: `refs/heads/${event.branch}`,
              project: { path_with_namespace: world.path },
              commits: [],
              total_commits_count: 1,
            }
          : event.kind === 'pull-request'
            ? {
                object_kind: 'merge_request',
                event_type: 'merge_request',
                object_attributes: {
                  iid: event.pull.number,
                  title: event.pull.title,
                  source_branch: event.pull.head,
                  target_branch: event.pull.base,
                  state: event.pull.state === 'open' ? 'opened' : event.pull.state,
                  action:
                    event.action === 'reopened'
                      ? 'reopen'
                      : event.pull.state === 'merged'
                        ? 'merge'
                        : 'close',
                  url: `${origin}/${world.path}/-/merge_requests/${event.pull.number}`,
                },
              }
            : { object_kind: 'system' }
      const text = JSON.stringify(body)
      const id = randomUUID()
      const time = String(Math.floor(Date.now() / 1000))
      const names = { push: 'Push Hook', 'pull-request': 'Merge Request Hook', ping: 'System Hook' } as const
      return {
        body: text,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'GitLab/18.6.0',
          'x-gitlab-event': names[event.kind],
          'x-gitlab-event-uuid': randomUUID(),
          'idempotency-key': id,
          // A signing token, or the older secret that is sent in plain text
          ...(secret.startsWith('whsec_')
            ? {
                'webhook-id': id,
                'webhook-timestamp': time,
                'webhook-signature': `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
                  .update(`${id}.${time}.${text}`)
                  .digest('base64')}`,
              }
            : { 'x-gitlab-token': secret }),
        },
        problems: [], // GitLab publishes no description of its webhooks
      }
    },
  }
}

function ok(body: unknown, headers: Readonly<Record<string, string>> = {}): DoubleAnswer {
  return { status: 200, body, headers }
}
