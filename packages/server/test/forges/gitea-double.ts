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

const PAGES = { name: 'limit', usual: 30, most: 50 }

export function giteaKind(name: 'gitea' | 'forgejo', token: string): DoubleKind {
  const description = readDescription(`${name}.json`, { hasNulls: true })
  const user = (login: string) => ({ id: 7, login, full_name: login, email: `${login}@forge.example` })

  function pullAnswer(world: ForgeWorld, pull: DoublePull, origin: string) {
    const isThere = commitOf(world, pull.head) !== null
    return {
      id: pull.number + 1000,
      number: pull.number,
      html_url: `${origin}/${world.path}/pulls/${pull.number}`,
      title: pull.title,
      body: pull.body,
      state: pull.state === 'open' ? 'open' : 'closed',
      merged: pull.state === 'merged',
      merged_at: pull.state === 'merged' ? pull.createdAt : null,
      merged_by: pull.state === 'merged' ? user(pull.endedBy ?? '') : null,
      merge_commit_sha: pull.mergeCommit,
      mergeable: pull.state === 'open' && !hasConflicts(world, pull),
      milestone: null,
      assignee: null,
      created_at: pull.createdAt,
      closed_at: pull.state === 'open' ? null : pull.createdAt,
      head: {
        label: pull.head,
        ref: isThere ? pull.head : `refs/pull/${pull.number}/head`,
        // The current tip of the branch, even if the pull request has ended.
        sha: commitOf(world, pull.head) ?? pull.headCommit,
        repo_id: world.id,
      },
      base: { label: pull.base, ref: pull.base, sha: commitOf(world, pull.base), repo_id: world.id },
      user: user('dragoman-bot'),
    }
  }

  const commentAnswer = (pull: DoublePull, comment: DoublePull['comments'][number]) => ({
    id: comment.id,
    body: comment.body,
    user: user(comment.author),
    created_at: pull.createdAt,
    updated_at: pull.createdAt,
  })

  const statusAnswer = (status: DoubleStatus) => ({
    id: status.id,
    context: status.name,
    status: status.state,
    description: status.description,
    target_url: status.url ?? '',
    created_at: status.startedAt,
    updated_at: status.startedAt,
  })

  function answerRepository(request: DoubleRequest, world: ForgeWorld, rest: string): DoubleAnswer | null {
    const { method, query, origin } = request
    const body = (request.body ?? {}) as Record<string, string | undefined>
    if (rest === '')
      return ok({
        id: world.id,
        full_name: world.path,
        html_url: `${origin}/${world.path}`,
        default_branch: defaultBranchOf(world),
        archived: world.isArchived,
        permissions: { admin: false, push: true, pull: true },
      })
    if (rest === '/pulls' && method === 'GET') {
      const state = query.get('state') ?? 'open'
      const found = world.pulls.filter(
        (pull) => state === 'all' || (pull.state === 'open') === (state === 'open'),
      )
      const { entries, headers } = pageOf(found, request, PAGES)
      return ok(
        entries.map((pull) => pullAnswer(world, pull, origin)),
        headers,
      )
    }
    if (rest === '/pulls') {
      const { head = '', base = '', title = '', body: text = '' } = body
      if (commitOf(world, head) === null || commitOf(world, base) === null)
        return { status: 404, body: { message: "The target couldn't be found." } }
      const open = world.pulls.find(
        (pull) => pull.state === 'open' && pull.head === head && pull.base === base,
      )
      if (open !== undefined)
        return {
          status: 409,
          body: {
            message: `pull request already exists for these targets [id: ${open.number}, issue_id: 1, head_repo_id: world.id, base_repo_id: world.id, head_branch: ${head}, base_branch: ${base}]`,
          },
        }
      const pull = openPull(world, { head, base, title, body: text })
      return { status: 201, body: pullAnswer(world, pull, origin) }
    }
    const [, number, comments] = /^\/(?:pulls|issues)\/(\d+)(\/comments)?$/.exec(rest) ?? []
    if (number !== undefined) {
      const pull = world.pulls.find((one) => one.number === Number(number))
      if (pull === undefined) return null
      return comments === undefined ? answerPull(request, world, pull) : answerComments(request, world, pull)
    }
    const [, commentId] = /^\/issues\/comments\/(\d+)$/.exec(rest) ?? []
    if (commentId !== undefined) {
      for (const pull of world.pulls)
        for (const comment of pull.comments)
          if (comment.id === Number(commentId)) {
            comment.body = body.body ?? ''
            return ok(commentAnswer(pull, comment))
          }
      return null
    }
    const [, commit] = /^\/statuses\/([^/]+)$/.exec(rest) ?? []
    if (commit === undefined) return null
    if (method === 'GET') {
      const found = world.statuses.filter((status) => status.commit === commit)
      const { entries, headers } = pageOf(found, request, PAGES)
      return ok(entries.map(statusAnswer), headers)
    }
    const status: DoubleStatus = {
      id: world.nextId++,
      commit,
      name: body.context ?? '',
      state: body.state ?? '',
      description: body.description ?? '',
      url: body.target_url ?? null,
      startedAt: new Date().toISOString(),
      finishedAt: null,
    }
    world.statuses.unshift(status)
    return { status: 201, body: statusAnswer(status) }
  }

  function answerPull(request: DoubleRequest, world: ForgeWorld, pull: DoublePull): DoubleAnswer {
    const body = (request.body ?? {}) as Record<string, string | undefined>
    if (request.method === 'PATCH') {
      pull.title = body.title ?? pull.title
      pull.body = body.body ?? pull.body
      if (body.state === 'closed') Object.assign(pull, { state: 'closed', endedBy: 'dragoman-bot' })
    }
    return {
      status: request.method === 'PATCH' ? 201 : 200,
      body: pullAnswer(world, pull, request.origin),
    }
  }

  function answerComments(request: DoubleRequest, world: ForgeWorld, pull: DoublePull): DoubleAnswer {
    // All together: this list has no pages
    if (request.method === 'GET') return ok(pull.comments.map((comment) => commentAnswer(pull, comment)))
    const { body = '' } = (request.body ?? {}) as Record<string, string | undefined>
    const comment = { id: world.nextId++, body, author: 'dragoman-bot' }
    pull.comments.push(comment)
    return { status: 201, body: commentAnswer(pull, comment) }
  }

  return {
    base: '/api/v1',
    description,
    isSignedIn: ({ headers, path }) => path === '/version' || headers.authorization === `token ${token}`,
    refusal: { status: 401, body: { message: 'token is required' } },
    answer(request, worldOf) {
      if (request.path === '/version') return ok({ version: '11.0.3+gitea-1.22.0' })
      const [, path = '', rest = ''] = /^\/repos\/([^/]+\/[^/]+)(\/.*)?$/.exec(request.path) ?? []
      const world = worldOf(path)
      return world === null ? null : answerRepository(request, world, rest)
    },
    webhook(world, event, secret, origin) {
      const body =
        event.kind === 'push'
          ? {
              ref: `refs/heads/${event.branch}`,
              before: event.before,
              after: event.after,
              compare_url: '',
              commits: [],
              total_commits: 0,
              repository: { full_name: world.path },
            }
          : event.kind === 'pull-request'
            ? {
                action: event.action,
                number: event.pull.number,
                pull_request: pullAnswer(world, event.pull, origin),
                repository: { full_name: world.path },
              }
            : { zen: 'none' }
      const text = JSON.stringify(body)
      const signature = createHmac('sha256', secret).update(text).digest('hex')
      const id = randomUUID()
      const event_ = event.kind === 'pull-request' ? 'pull_request' : event.kind
      const own = (prefix: string) => ({
        [`x-${prefix}-delivery`]: id,
        [`x-${prefix}-event`]: event_,
        [`x-${prefix}-signature`]: signature,
      })
      const problems =
        event.kind === 'pull-request'
          ? description.problemsOfValue('/definitions/PullRequest', pullAnswer(world, event.pull, origin))
          : []
      return {
        body: text,
        headers: {
          'content-type': 'application/json',
          'x-github-delivery': id,
          'x-github-event': event_,
          'x-hub-signature-256': `sha256=${signature}`,
          ...own('gitea'),
          ...(name === 'forgejo' ? own('forgejo') : {}),
        },
        problems: problems.map((problem) => `webhook ${event.kind}: ${problem}`),
      }
    },
  }
}

function ok(body: unknown, headers: Readonly<Record<string, string>> = {}): DoubleAnswer {
  return { status: 200, body, headers }
}
