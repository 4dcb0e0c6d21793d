import { createHmac, createPublicKey, generateKeyPairSync, randomUUID, verify } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, graphqlSync } from 'graphql'
import { readDescription } from './api-description.ts'
import { type DoubleAnswer, type DoubleKind, type DoubleRequest, pageOf } from './double-kind.ts'
import {
  commitOf,
  type DoublePull,
  type DoubleRun,
  defaultBranchOf,
  type ForgeWorld,
  git,
  hasConflicts,
  openPull,
} from './double-world.ts'

/** The app that is installed for all repositories of the double. */
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const GITHUB_APP = {
  appId: '4711',
  privateKey: String(keys.privateKey.export({ type: 'pkcs8', format: 'pem' })),
  installation: null,
}
/** The state of the app at its repository owner, with its current tokens. */
export type DoubleApp = {
  isInstalled: boolean
  isSuspended: boolean
  /** Whether its key was deleted. */
  isRevoked: boolean
  permissions: Readonly<Record<string, string>>
  readonly tokens: Set<string>
  /** What GitHub takes for the current time. */
  nowMs: () => number
}

export function newDoubleApp(): DoubleApp {
  return {
    isInstalled: true,
    isSuspended: false,
    isRevoked: false,
    permissions: {
      contents: 'write',
      pull_requests: 'write',
      checks: 'write',
      statuses: 'write',
      metadata: 'read',
    },
    tokens: new Set(),
    nowMs: () => Date.now(),
  }
}
export const INSTALLATION = 99
const PAGES = { name: 'per_page', usual: 30, most: 100 }
const REPO = '/repos/{owner}/{repo}'

export function githubKind(token: string, app: DoubleApp = newDoubleApp()): DoubleKind {
  const description = readDescription('github.json')
  const webhooks = readDescription('github-webhooks.json')
  const schema = buildSchema(readFileSync(join(import.meta.dirname, 'schemas/github.graphql'), 'utf8'))
  const installationTokens = app.tokens
  const least = (method: string, path: string, status: number) =>
    description.leastAnswer(method, path, status) as Record<string, unknown>

  const user = (login: string) => ({
    ...(description.leastOf('/components/schemas/simple-user') as object),
    login,
    id: 7,
    type: 'User',
  })

  function pullAnswer(world: ForgeWorld, pull: DoublePull, origin: string) {
    const side = (ref: string, sha: string) => ({
      ...((least('GET', `${REPO}/pulls/{pull_number}`, 200).head ?? {}) as object),
      label: `${world.path.split('/')[0]}:${ref}`,
      ref,
      sha,
    })
    return {
      ...least('GET', `${REPO}/pulls/{pull_number}`, 200),
      number: pull.number,
      html_url: `${origin}/${world.path}/pull/${pull.number}`,
      title: pull.title,
      body: pull.body === '' ? null : pull.body,
      state: pull.state === 'open' ? 'open' : 'closed',
      merged: pull.state === 'merged',
      merged_at: pull.state === 'merged' ? pull.createdAt : null,
      closed_at: pull.state === 'open' ? null : pull.createdAt,
      merged_by: pull.state === 'merged' ? user(pull.endedBy ?? '') : null,
      merge_commit_sha: pull.mergeCommit,
      mergeable: pull.state === 'open' ? !hasConflicts(world, pull) : null,
      created_at: pull.createdAt,
      head: side(pull.head, pull.headCommit),
      base: side(pull.base, commitOf(world, pull.base) ?? ''),
    }
  }

  const runAnswer = (run: DoubleRun, origin: string) => ({
    ...(description.leastOf('/components/schemas/check-run') as object),
    id: run.id,
    name: run.name,
    head_sha: run.commit,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt,
    completed_at: run.finishedAt,
    html_url: `${origin}/runs/${run.id}`,
    app: {
      ...(description.leastOf('/components/schemas/nullable-integration/anyOf/1') as object),
      id: run.appId,
    },
    output: {
      title: run.title,
      summary: run.summary,
      text: null,
      annotations_count: 0,
      annotations_url: `${origin}/annotations`,
    },
  })

  function answerRepository(request: DoubleRequest, world: ForgeWorld, rest: string): DoubleAnswer | null {
    const { method, query, origin } = request
    const body = request.body as Record<string, unknown>
    const isApp = installationTokens.has(tokenOf(request))
    if (rest === '' && method === 'GET')
      return ok({
        ...least('GET', REPO, 200),
        node_id: nodeIdOf(world.path),
        default_branch: defaultBranchOf(world),
        html_url: `${origin}/${world.path}`,
        archived: world.isArchived,
        permissions: { admin: false, pull: true, push: true },
      })
    if (rest === '/pulls' && method === 'GET') {
      const [, head] = (query.get('head') ?? '').split(':')
      const found = world.pulls.filter(
        (pull) =>
          (head === undefined || pull.head === head) &&
          (!query.has('base') || pull.base === query.get('base')),
      )
      const { entries, headers } = pageOf(found, request, PAGES)
      const simple = description.leastOf('/components/schemas/pull-request-simple') as object
      return ok(
        entries.map((pull) => {
          const { merged, merged_by, mergeable, ...shared } = pullAnswer(world, pull, origin) as Record<
            string,
            unknown
          >
          return { ...simple, ...pick(shared, Object.keys(simple)), head: shared.head, base: shared.base }
        }),
        headers,
      )
    }
    if (rest === '/pulls' && method === 'POST') {
      const { head, base, title, body: text = '' } = body as Record<string, string>
      for (const [field, branch] of [
        ['head', head],
        ['base', base],
      ])
        if (commitOf(world, branch ?? '') === null)
          return invalid([{ resource: 'PullRequest', field, code: 'invalid' }])
      if (commitOf(world, head ?? '') === commitOf(world, base ?? ''))
        return invalid([custom(`No commits between ${base} and ${head}`)])
      if (world.pulls.some((pull) => pull.state === 'open' && pull.head === head && pull.base === base))
        return invalid([custom(`A pull request already exists for ${world.path.split('/')[0]}:${head}.`)])
      const pull = openPull(world, { head: head ?? '', base: base ?? '', title: title ?? '', body: text })
      return { status: 201, body: pullAnswer(world, pull, origin) }
    }
    const [, pullNumber, pullRest = ''] = /^\/(?:pulls|issues)\/(\d+)(\/comments)?$/.exec(rest) ?? []
    const pull = world.pulls.find((one) => one.number === Number(pullNumber))
    if (pullNumber !== undefined && pull === undefined) return null
    if (pull !== undefined && pullRest === '' && rest.startsWith('/issues/'))
      return ok({
        ...least('GET', `${REPO}/issues/{issue_number}`, 200),
        number: pull.number,
        state: pull.state === 'open' ? 'open' : 'closed',
        closed_by: pull.endedBy === null ? null : user(pull.endedBy),
      })
    if (pull !== undefined && pullRest === '') {
      if (method === 'PATCH') {
        if (typeof body.title === 'string') pull.title = body.title
        if (typeof body.body === 'string') pull.body = body.body
        if (body.state === 'closed') Object.assign(pull, { state: 'closed', endedBy: 'dragoman-bot' })
      }
      return ok(pullAnswer(world, pull, origin))
    }
    const commentAnswer = (comment: DoublePull['comments'][number]) => ({
      ...(description.leastOf('/components/schemas/issue-comment') as object),
      id: comment.id,
      body: comment.body,
      user: user(comment.author),
    })
    if (pull !== undefined && method === 'GET') {
      const { entries, headers } = pageOf(pull.comments, request, PAGES)
      return ok(entries.map(commentAnswer), headers)
    }
    if (pull !== undefined && method === 'POST') {
      const comment = { id: world.nextId++, body: String(body.body), author: 'dragoman-bot' }
      pull.comments.push(comment)
      return { status: 201, body: commentAnswer(comment) }
    }
    const [, commentId] = /^\/issues\/comments\/(\d+)$/.exec(rest) ?? []
    if (commentId !== undefined) {
      const comment = world.pulls.flatMap((one) => one.comments).find(({ id }) => id === Number(commentId))
      if (comment === undefined) return null
      comment.body = String(body.body)
      return ok(commentAnswer(comment))
    }
    const [, commit = '', what] = /^\/commits\/([^/]+)\/(check-runs|statuses)$/.exec(rest) ?? []
    if (what === 'check-runs') {
      const found = world.runs.filter(
        (run) => run.commit === commit && (!query.has('check_name') || run.name === query.get('check_name')),
      )
      const { entries, headers } = pageOf(found, request, PAGES)
      return ok(
        { total_count: found.length, check_runs: entries.map((run) => runAnswer(run, origin)) },
        headers,
      )
    }
    const statusAnswer = (status: ForgeWorld['statuses'][number]) => ({
      ...(description.leastOf('/components/schemas/status') as object),
      id: status.id,
      context: status.name,
      state: status.state,
      description: status.description,
      target_url: status.url,
    })
    if (what === 'statuses') {
      const found = world.statuses.filter((status) => status.commit === commit)
      const { entries, headers } = pageOf(found, request, PAGES)
      return ok(entries.map(statusAnswer), headers)
    }
    const [, statusCommit] = /^\/statuses\/([^/]+)$/.exec(rest) ?? []
    if (statusCommit !== undefined) {
      const status = {
        id: world.nextId++,
        commit: statusCommit,
        name: String(body.context),
        state: String(body.state),
        description: String(body.description),
        url: (body.target_url as string | undefined) ?? null,
        startedAt: new Date().toISOString(),
        finishedAt: null,
      }
      world.statuses.unshift(status)
      return { status: 201, body: statusAnswer(status) }
    }
    const [, runId] = /^\/check-runs(?:\/(\d+))?$/.exec(rest) ?? [null]
    if (rest.startsWith('/check-runs')) {
      if (!isApp) return { status: 403, body: { message: 'You must authenticate via a GitHub App.' } }
      let run = world.runs.find(({ id }) => id === Number(runId))
      const output = (body.output ?? {}) as Record<string, string>
      if (run === undefined) {
        run = {
          id: world.nextId++,
          commit: String(body.head_sha),
          name: String(body.name),
          status: 'queued',
          conclusion: null,
          title: '',
          summary: '',
          appId: Number(GITHUB_APP.appId),
          startedAt: '2026-11-23T07:00:00Z',
          finishedAt: null,
        }
        world.runs.unshift(run)
      }
      Object.assign(run, {
        status: body.status,
        conclusion: body.conclusion ?? null,
        title: output.title ?? '',
        summary: output.summary ?? '',
        finishedAt: body.status === 'completed' ? '2026-11-23T07:01:05Z' : null,
      })
      return { status: runId === undefined ? 201 : 200, body: runAnswer(run, origin) }
    }
    return answerRef(world, { method, rest, body })
  }

  function answerRef(
    world: ForgeWorld,
    { method, rest, body }: { method: string; rest: string; body: Record<string, unknown> },
  ): DoubleAnswer | null {
    const refAnswer = (branch: string, sha: string) => ({
      ...(description.leastOf('/components/schemas/git-ref') as object),
      ref: `refs/heads/${branch}`,
      object: { type: 'commit', sha, url: 'https://forge.example/commit' },
    })
    if (rest === '/git/refs' && method === 'POST') {
      const branch = String(body.ref).replace('refs/heads/', '')
      if (commitOf(world, branch) !== null) return invalid('Reference already exists')
      git(world.bare, 'update-ref', String(body.ref), String(body.sha))
      return { status: 201, body: refAnswer(branch, String(body.sha)) }
    }
    const [, branch] = /^\/git\/refs?\/heads\/(.+)$/.exec(rest) ?? []
    const head = branch === undefined ? null : commitOf(world, branch)
    if (branch === undefined || head === null) return null
    if (method === 'DELETE') {
      git(world.bare, 'update-ref', '-d', `refs/heads/${branch}`)
      return { status: 204, body: null }
    }
    return ok(refAnswer(branch, head))
  }

  /** Answers the app itself, which signs its own tokens, and its installation, which gets one for an hour. */
  function answerApp(request: DoubleRequest): DoubleAnswer | null {
    if (/^\/repos\/[^/]+\/[^/]+\/installation$/.test(request.path)) {
      if (!app.isInstalled) return null
      return ok({ ...least('GET', `${REPO}/installation`, 200), id: INSTALLATION, app_id: 4711 })
    }
    if (request.path === `/app/installations/${INSTALLATION}/access_tokens`) {
      if (!app.isInstalled) return null
      if (app.isSuspended) return { status: 403, body: { message: 'This installation has been suspended' } }
      const made = `ghs_${randomUUID()}`
      installationTokens.add(made)
      const expires = new Date(app.nowMs() + 60 * 60 * 1000).toISOString()
      return {
        status: 201,
        body: {
          ...least('POST', '/app/installations/{installation_id}/access_tokens', 201),
          token: made,
          expires_at: expires,
          permissions: app.permissions,
        },
      }
    }
    return null
  }

  function answerGraphQl(
    { body }: DoubleRequest,
    worldOf: (path: string) => ForgeWorld | null,
  ): DoubleAnswer {
    const { query, variables } = body as { query: string; variables: Record<string, unknown> }
    let failure: { type: string; message: string } | null = null
    const commits = {
      createCommitOnBranch({ input }: { input: CommitInput }) {
        const world = worldOf(input.branch.repositoryNameWithOwner)
        const head = world === null ? null : commitOf(world, input.branch.branchName)
        if (world === null || head === null) failure = { type: 'NOT_FOUND', message: 'No such branch' }
        else if (head !== input.expectedHeadOid)
          failure = {
            type: 'STALE_DATA',
            message: `Expected branch to point to "${input.expectedHeadOid}" but it did not.`,
          }
        if (world === null || head === null || failure !== null) throw new Error('failed')
        world.onCommit()
        return { commit: { oid: commitFiles(world, head, input) } }
      },
    }
    /** Not documented: what GitHub answers if a branch is not at the expected commit. */
    function updateRefs({ input }: { input: RefsInput }) {
      const world = worldOf(pathOfNode(input.repositoryId))
      for (const { name, beforeOid, afterOid, force } of input.refUpdates) {
        const head = world && commitOf(world, name.replace('refs/heads/', ''))
        if (world === null || head !== beforeOid || !force)
          failure = { type: 'UNPROCESSABLE', message: `Reference ${name} could not be updated` }
        if (world === null || failure !== null) throw new Error('failed')
        git(world.bare, 'update-ref', name, afterOid)
      }
      return { clientMutationId: null }
    }
    const rootValue = { ...commits, updateRefs }
    const { data, errors } = graphqlSync({ schema, source: query, rootValue, variableValues: variables })
    if (failure !== null) return ok({ data, errors: [failure] })
    return ok({ data, ...(errors === undefined ? {} : { errors }) })
  }

  return {
    base: '/api/v3',
    description,
    isUnchecked: (path) => path === '/api/graphql',
    isSignedIn: (request) => {
      const given = tokenOf(request)
      if (given === token || installationTokens.has(given)) return true
      return !app.isRevoked && isAppToken(given, app.nowMs()) && /^\/app\/|\/installation$/.test(request.path)
    },
    refusal: { status: 401, body: { message: 'Bad credentials' } },
    answer(request, worldOf) {
      if (request.path === '/api/graphql') return answerGraphQl(request, worldOf)
      if (isAppToken(tokenOf(request), app.nowMs())) return answerApp(request)
      const [, path = '', rest = ''] = /^\/repos\/([^/]+\/[^/]+)(\/.*)?$/.exec(request.path) ?? []
      const world = worldOf(path)
      return world === null ? null : answerRepository(request, world, rest)
    },
    webhook(world, event, secret, origin) {
      const name = event.kind === 'pull-request' ? `pull-request-${event.action}` : event.kind
      const pointer = `/webhooks/${name}/post/requestBody/content/application~1json/schema`
      const start = webhooks.leastOf(pointer) as Record<string, unknown>
      const body =
        event.kind === 'ping'
          ? { ...start, zen: 'Design for failure.' }
          : event.kind === 'push'
            ? {
                ...start,
                ref: `refs/heads/${event.branch}`,
                before: event.before,
                after: event.after,
                created: /^0+$/.test(event.before),
                deleted: /^0+$/.test(event.after),
              }
            : {
                ...start,
                action: event.action,
                number: event.pull.number,
                pull_request: {
                  ...(start.pull_request as object),
                  ...pick(pullAnswer(world, event.pull, origin) as Record<string, unknown>, [
                    'number',
                    'title',
                    'state',
                    'merged',
                    'merged_at',
                    'merge_commit_sha',
                  ]),
                  head: {
                    ...((start.pull_request as Record<string, object>).head ?? {}),
                    ref: event.pull.head,
                    sha: event.pull.headCommit,
                  },
                  base: {
                    ...((start.pull_request as Record<string, object>).base ?? {}),
                    ref: event.pull.base,
                  },
                },
              }
      const text = JSON.stringify(body)
      return {
        body: text,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'GitHub-Hookshot/044aadd',
          'x-github-event': event.kind === 'pull-request' ? 'pull_request' : event.kind,
          'x-github-delivery': randomUUID(),
          'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`,
        },
        problems: webhooks.problemsOfValue(pointer, body).map((problem) => `webhook ${name}: ${problem}`),
      }
    },
  }
}

type RefsInput = {
  readonly repositoryId: string
  readonly refUpdates: readonly {
    readonly name: string
    readonly beforeOid: string
    readonly afterOid: string
    readonly force: boolean
  }[]
}

/** GitHub's ids of repositories in GraphQL are opaque. */
const nodeIdOf = (path: string) => `R_${Buffer.from(path).toString('base64url')}`
const pathOfNode = (id: string) => Buffer.from(id.slice(2), 'base64url').toString()

type CommitInput = {
  readonly branch: { readonly repositoryNameWithOwner: string; readonly branchName: string }
  readonly expectedHeadOid: string
  readonly message: { readonly headline: string; readonly body?: string }
  readonly fileChanges: {
    readonly additions: readonly { readonly path: string; readonly contents: string }[]
    readonly deletions: readonly { readonly path: string }[]
  }
}

function commitFiles(world: ForgeWorld, head: string, { branch, message, fileChanges }: CommitInput): string {
  const lines = [
    `commit refs/heads/${branch.branchName}`,
    'author Forge <noreply@forge.example> now',
    'committer Forge <noreply@forge.example> now',
    data(Buffer.from([message.headline, message.body].filter(Boolean).join('\n\n'))),
    `from ${head}`,
    ...fileChanges.additions.flatMap(({ path, contents }) => [
      `M 100644 inline ${path}`,
      data(Buffer.from(contents, 'base64')),
    ]),
    ...fileChanges.deletions.map(({ path }) => `D ${path}`),
    '',
  ]
  const input = join(world.bare, 'import')
  writeImport(world.bare, input, lines.join('\n'))
  return git(world.bare, 'rev-parse', `refs/heads/${branch.branchName}`)
}

function data(bytes: Buffer): string {
  return `data ${bytes.length}\n${bytes.toString('latin1')}`
}

function writeImport(bare: string, file: string, text: string): void {
  writeFileSync(file, text, 'latin1')
  git(bare, '-c', `alias.take=!git fast-import --quiet --date-format=now < '${file}'`, 'take')
  rmSync(file)
}

/** Whether an app signed the token with its key, and it is valid now. */
function isAppToken(token: string, nowMs: number): boolean {
  const [head = '', body = '', signature = ''] = token.split('.')
  if (signature === '') return false
  const key = createPublicKey(keys.privateKey)
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${head}.${body}`),
    key,
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) return false
  const { iss, iat, exp } = JSON.parse(Buffer.from(body, 'base64url').toString())
  const now = nowMs / 1000
  return iss === GITHUB_APP.appId && iat <= now && exp > now && exp - iat <= 600
}

function tokenOf({ headers }: DoubleRequest): string {
  return (headers.authorization ?? '').replace(/^Bearer /, '')
}

function ok(body: unknown, headers: Readonly<Record<string, string>> = {}): DoubleAnswer {
  return { status: 200, body, headers }
}

function invalid(problem: readonly unknown[] | string): DoubleAnswer {
  return typeof problem === 'string'
    ? { status: 422, body: { message: problem } }
    : { status: 422, body: { message: 'Validation Failed', errors: problem } }
}

function custom(message: string) {
  return { resource: 'PullRequest', code: 'custom', message }
}

function pick(value: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)))
}
