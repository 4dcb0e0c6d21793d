import { randomBytes } from 'node:crypto'
import { Failure, openApiDocument, windowSchema } from '@dragoman/contract'
import { can, userIdOf } from '@dragoman/core'
import { projectBySlug, StorageFailedError } from '@dragoman/store'
import { type Context, Hono } from 'hono'
import { requireProject } from './access/require-rows.ts'
import { endByLogoutToken } from './areas/oidc/back-channel-logout.ts'
import { BACK_CHANNEL_PATH } from './areas/oidc/provider-addresses.ts'
import type { Deps } from './deps.ts'
import { isBearer } from './http/bearer.ts'
import { clientOf, type Identified } from './http/caller.ts'
import { countedCaller, countedPerson, turnOf } from './http/counted-caller.ts'
import { docsPage } from './http/docs-page.ts'
import type { Metrics } from './http/metrics.ts'
import { type Handlers, mount } from './http/mount.ts'
import { addReader } from './http/pages-of-apps.ts'
import { expectedFailure, problemResponse } from './http/problem.ts'
import { type CountBytes, readForm, readSigned } from './http/read-body.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import type { StaticClient } from './http/static-client.ts'
import { addressNetwork } from './limits/address-network.ts'
import { limitCalls } from './limits/limit-calls.ts'
import { NO_PROJECT } from './live/hub.ts'
import { lastSeenOf, liveStream } from './live/stream.ts'
import { unsubscribe } from './notifications/unsubscribe.ts'
import { receiveGitWebhook, WEBHOOK_PATH } from './sources/git/receive-webhook.ts'

/** Logout tokens from one address per 15 minutes: a provider can sign everyone out at the same time. */
const LOGOUTS_MAX = 5000
/** Calls from one address per 15 minutes: a forge with many repositories has one address. */
const GIT_WEBHOOKS_MAX = 10_000

export type AppParts = {
  readonly deps: Deps
  readonly handlers: Handlers
  readonly client: StaticClient
  readonly metrics: Metrics
  readonly metricsToken: string | null
  /** True once the server is shutting down. */
  readonly isEnding: () => boolean
}

/**
 * Everything served over HTTP except delivery: the API, live events, health, and the interface's own files.
 */
export function buildApp({ deps, handlers, client, metrics, metricsToken, isEnding }: AppParts): Hono {
  const app = new Hono()
  const limit = limitCalls(deps)
  /** Does the work of a route outside of the contract when it is the caller's turn. */
  const inTurn = async (context: Context, caller: Identified, work: () => Promise<Response>) => {
    const turn = await turnOf(context, deps, caller)
    return work().finally(turn.end)
  }

  /** Reads the body of a route outside of the contract, and keeps it while it is worked on. */
  const holding = (
    who: string,
    work: (reading: { readonly withinMs: number; readonly count: CountBytes }) => Promise<void>,
  ) => {
    const held = deps.bodies.hold()
    return work({ withinMs: deps.bodyMs, count: (bytes) => held.add(who, bytes) }).finally(held.end)
  }

  app.use(async (context, next) => {
    const id = randomBytes(8).toString('hex')
    // Hono types variables per app; one name needs no type of its own
    context.set('requestId' as never, id as never)
    await next()
    context.res.headers.set('x-request-id', id)
    const { isSecure } = clientOf(context, deps)
    addReader(context)
    addSecurityHeaders(context.res.headers, { path: context.req.path, isSecure })
    metrics.countRequest(String(context.get('area' as never) ?? 'other'), context.res.status)
  })

  app.onError((error, context) => {
    const failure = expectedFailure(error)
    if (error instanceof StorageFailedError)
      deps.log({ level: 'error', event: 'storage-failed', reason: error.reason, error })
    if (failure !== null) return problemResponse(failure)
    const id = String(context.get('requestId' as never))
    deps.log({
      level: 'error',
      event: 'unexpected',
      id,
      method: context.req.method,
      path: context.req.path,
      error,
    })
    return problemResponse(new Failure('unexpected', { id }))
  })

  // Before the routes of the contract, because one of them accepts any word in place of `events`.
  app.get('/api/notifications/events', async (context) => {
    const caller = await countedPerson(context, deps)
    const { actor, sessionHash } = caller
    if (actor === null || sessionHash === null) throw new Failure('not-signed-in')
    const userId = userIdOf(actor.id)
    // The counts include whatever was missed, so there is nothing to resume.
    return inTurn(context, caller, async () =>
      liveStream(deps.live, { projectId: NO_PROJECT, sessionHash, lastSeen: null, userId }),
    )
  })

  mount(app, handlers, deps)

  app.get('/api/projects/:project/events', async (context) => {
    const caller = await countedPerson(context, deps)
    const { actor, sessionHash } = caller
    if (actor === null || sessionHash === null) throw new Failure('not-signed-in')
    // Only opening takes a turn; an open stream costs nothing while nothing happens.
    return inTurn(context, caller, async () => {
      const project = await deps.store.read((r) => requireProject(r, context.req.param('project')))
      if (!can(actor, 'project.read', { on: 'project', projectId: project.id }))
        throw new Failure('not-found', { what: 'project' })
      const lastSeen = lastSeenOf(context.req.raw)
      const userId = userIdOf(actor.id)
      const asked = windowSchema.safeParse(context.req.query('window'))
      const window = asked.success ? { id: asked.data, name: actor.name } : null
      return liveStream(deps.live, { projectId: project.id, sessionHash, lastSeen, userId, window })
    })
  })

  // A single click in a mail program, which has no session and sends a form.
  app.post('/unsubscribe/:token', async (context) => {
    return inTurn(context, await countedCaller(context, deps), async () => {
      await unsubscribe(deps, context.req.param('token'))
      return context.body(null, 204)
    })
  })

  // A provider has no session here either; it sends a form with a token that it signed.
  app.post(BACK_CHANNEL_PATH, async (context) => {
    const { address } = clientOf(context, deps)
    const name = `oidc-logout ${addressNetwork(address)}`
    await limit({ name, max: LOGOUTS_MAX })
    const { raw } = context.req
    await holding(name, async (reading) => {
      const token = (await readForm(raw, reading)).get('logout_token') ?? ''
      const turn = await deps.turns.take('address', name, raw)
      await endByLogoutToken(deps, { token, address }).finally(turn.end)
    })
    return context.body(null, 200, { 'cache-control': 'no-store' })
  })

  // A forge has no session; it signs its messages.
  app.post(WEBHOOK_PATH, async (context) => {
    const name = `git-webhook ${addressNetwork(clientOf(context, deps).address)}`
    await limit({ name, max: GIT_WEBHOOKS_MAX })
    const { raw } = context.req
    const sourceId = Number(context.req.param('source'))
    await holding(name, async (reading) => {
      const body = await readSigned(raw, reading)
      const turn = await deps.turns.take('address', name, raw)
      await receiveGitWebhook(deps, { sourceId, headers: raw.headers, body }).finally(turn.end)
    })
    return context.body(null, 204, { 'cache-control': 'no-store' })
  })

  const openApi = JSON.stringify(openApiDocument(deps.version))
  app.get('/api/openapi.json', async (context) => {
    await countedPerson(context, deps)
    return context.body(openApi, 200, { 'content-type': 'application/json' })
  })
  app.get('/api/docs', async (context) => {
    await countedPerson(context, deps)
    const page = docsPage(openApi)
    return context.html(page.html, 200, { 'content-security-policy': page.policy })
  })
  app.get('/health/live', (context) => context.json({ status: 'live' }))
  app.get('/health/ready', async (context) => {
    if (isEnding()) return context.json({ status: 'ending' }, 503)
    await deps.store.requireReady()
    return context.json({ status: 'ready' })
  })
  app.get('/metrics', async (context) => {
    const isMonitor = metricsToken !== null && isBearer(context.req.header('authorization'), metricsToken)
    const caller = await (isMonitor ? countedCaller : countedPerson)(context, deps)
    return inTurn(context, caller, async () =>
      context.body(await metrics.text(), 200, { 'content-type': metrics.contentType }),
    )
  })

  app.all('/api/*', () => {
    throw new Failure('not-found', { what: 'route' })
  })
  app.get('*', async (context) => {
    const { path } = context.req
    const headers = context.req.raw.headers
    const file = path === '/' ? null : await client.file(path, headers)
    // Dragoman's own interface texts are not secret: the small editor in people's apps loads them too.
    if (path.startsWith('/locales/')) file?.headers.set('access-control-allow-origin', '*')
    if (file !== null) return file
    // A missing file must not be answered with a page: an app that requests a language gets a 404.
    if (path.startsWith('/locales/') || path.startsWith('/assets/')) return context.text('Not found', 404)
    const page = await client.index()
    if (!(await isForSearchEngines(path, deps))) page.headers.set('x-robots-tag', 'noindex')
    return page
  })
  app.notFound(() => problemResponse(new Failure('not-found', { what: 'route' })))
  return app
}

/**
 * Only the public page of a project whose manager enabled indexing; the answer does not reveal whether a
 * project exists.
 */
async function isForSearchEngines(path: string, { store }: Deps): Promise<boolean> {
  const [, slug] = /^\/p\/([^/]+)(?:\/overview)?\/?$/.exec(path) ?? []
  if (slug === undefined) return false
  const project = await store.read((r) => projectBySlug(r, slug))
  return project !== null && project.sharing.with === 'everyone' && project.settings.indexed
}
