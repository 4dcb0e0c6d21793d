import {
  type Api,
  api,
  BODY_LIMIT_BYTES,
  Failure,
  type FileAnswer,
  type Parser,
  PERSON_HEADER,
  type Route,
} from '@dragoman/contract'
import {
  type AccessRefusal,
  explain,
  explainForSomeText,
  isInstanceAction,
  isTextAction,
  OF_PARENT_ACTIONS,
  type Principal,
  type ProjectAction,
  type TextAction,
  userIdOf,
} from '@dragoman/core'
import { type ProjectRow, projectBySlug } from '@dragoman/store'
import type { Context, Hono } from 'hono'
import { visitor } from '../access/principal-of.ts'
import { requireRecentProof } from '../access/require-recent-proof.ts'
import type { Deps } from '../deps.ts'
import type { HeldBody } from '../limits/count-body-bytes.ts'
import type { PublicRoute } from '../limits/count-calls.ts'
import type { Turn } from '../limits/take-turns.ts'
import { type Caller, callerOf, clientOf, type Identified } from './caller.ts'
import { bodyOwner, countedCaller, turnOf } from './counted-caller.ts'
import { guardWrites, StandingChangedError } from './guard-writes.ts'
import { jsonResponse } from './json-response.ts'
import { allowToRead, answerPreflight, originOfPage } from './pages-of-apps.ts'
import { parsePart } from './parse-call.ts'
import { expectedFailure, problemResponse } from './problem.ts'
import { type CountBytes, openFile, readFileBytes, readJson } from './read-body.ts'
import { requireShownPerson } from './require-shown-person.ts'
import { requireSameOrigin } from './same-origin.ts'
import { openScope, type ProjectOf, type ScopedStore } from './scope.ts'

/** What a handler gets: the parsed parts of the call, and who makes it. */
export type HandlerRequest<P, Q, B, Path extends string> = ScopedStore<Path> & {
  readonly params: P
  readonly query: Q
  readonly body: B
  /** The file of a raw route; empty for all others. */
  readonly bytes: Uint8Array
  /** The body of a route that streams; null for all others. */
  readonly stream: ReadableStream<Uint8Array> | null
  /** Who makes the call, or a visitor if no one is signed in; null only on public routes. */
  readonly actor: Principal | null
  readonly caller: Caller
  /** The project in the URL, as it was when access was checked; null on all other routes. */
  readonly project: ProjectOf<Path>
}

type HandlersOf<A> = {
  readonly [K in keyof A]: A[K] extends Route<infer P, infer Q, infer B, infer R, infer Path>
    ? (request: HandlerRequest<P, Q, B, Path>) => Promise<R>
    : never
}

/** One handler per route of the contract, or the program does not compile. */
export type Handlers = { readonly [A in keyof Api]: HandlersOf<Api[A]> }

type AnyRoute = Route<unknown, unknown, unknown, unknown>
type AnyHandler = (request: HandlerRequest<unknown, unknown, unknown, string>) => Promise<unknown>

type NamedRoute = { readonly area: string; readonly name: string; readonly route: AnyRoute }

/** Returns every route of the contract with its area and name. */
export function allRoutes(): readonly NamedRoute[] {
  return Object.entries(api).flatMap(([area, routes]) =>
    // The parsers decide; the type parameters are not needed here.
    Object.entries(routes).map(([name, route]) => ({ area, name, route: route as AnyRoute })),
  )
}

/** Mounts routes under `/api`, by default all of the contract: parse, check access, act, answer. */
export function mount(app: Hono, handlers: Handlers, deps: Deps, routes = allRoutes()): void {
  // `Handlers` has proved that each is there.
  const byName = handlers as unknown as Readonly<Record<string, Readonly<Record<string, AnyHandler>>>>
  for (const { area, name, route } of routes) {
    const handler = byName[area]?.[name]
    if (handler === undefined) throw new Error(`No handler for ${area}.${name}`)
    if (route.action === 'public' && /:project\b/.test(route.path))
      throw new Error(`${route.path} names a project, and checks no access to it`)
    const limited =
      route.publicLimits === null ? undefined : { ...route.publicLimits, name: `${area}.${name}` }
    if (route.inApps) app.on('OPTIONS', `/api${route.path}`, ({ req }) => answerPreflight(req.raw))
    app.on(route.method, `/api${route.path}`, (context) => {
      context.set('area' as never, area as never)
      return answer(context, { route, limited, handler, deps })
    })
  }
}

type Mounted = {
  readonly route: AnyRoute
  /** The limits of a public route. */
  readonly limited: PublicRoute | undefined
  readonly handler: AnyHandler
  readonly deps: Deps
}

async function answer(context: Context, mounted: Mounted): Promise<Response> {
  const held = mounted.deps.bodies.hold()
  return answerHolding(context, mounted, held).finally(held.end)
}

async function answerHolding(
  context: Context,
  { handler, ...mounted }: Mounted,
  held: HeldBody,
): Promise<Response> {
  const { route, deps } = mounted
  const request = context.req.raw
  const isWrite = route.method !== 'GET'
  const pageOrigin = route.inApps ? originOfPage(request) : null
  if (isWrite && pageOrigin === null) requireSameOrigin(request, clientOf(context, deps), deps.network)
  // Before a body that costs memory is read, and never only then: it can take long to arrive.
  const early = isLarge(request, route) ? await admit(context, mounted, { pageOrigin, counts: true }) : null
  const owner = bodyOwner(context, deps, early?.caller ?? null)
  const received = await receive(request, route, {
    withinMs: deps.bodyMs,
    count: (bytes) => held.add(owner, bytes),
  })
  let turn: Turn | null = null
  const endTurn = () => turn?.end()
  const check = async (isFirst: boolean) => {
    const admitted = await admit(context, mounted, { pageOrigin, counts: isFirst && early === null })
    // A body that is still arriving would take the turn for as long as its sender likes.
    if (!isFirst || received.stream !== null) return admitted
    turn = await turnOf(context, deps, admitted.caller, mounted.limited)
    return turn.hasWaited ? admit(context, mounted, { pageOrigin, counts: false }) : admitted
  }
  const { answered, caller } = await whileAllowed(
    check,
    async (admitted) => {
      const { actor, project, scoped } = admitted
      const caller = { ...admitted.caller, endTurn }
      const request = {
        params: parsePart(route.params, context.req.param(), '/params'),
        query: parsePart(route.query, context.req.query(), '/query'),
        body: parsePart(route.body, received.json, ''),
        bytes: received.bytes,
        stream: received.stream,
      }
      return handled(caller, () => handler({ ...request, ...scoped, actor, caller, project }))
    },
    received.stream === null,
  ).finally(endTurn)
  if (answered instanceof Response) return answered
  const { reply } = answered
  // The contract requires this of such a handler.
  if (route.file !== undefined) return fileResponse(route.file, reply as FileAnswer, request)
  const checked = deps.parseReplies ? parseReply(route.reply, reply) : reply
  const response = await jsonResponse(checked, request)
  for (const cookie of caller.cookies) response.headers.append('set-cookie', cookie)
  return response
}

/** How often a call is checked again because the rights of its caller change again and again. */
const CHECKS_AT_MOST = 5

/**
 * Checks a call and makes it. If the caller's rights change before it writes, it is checked and made again: as
 * if it had come later. A call that has written something, or whose body can be read only once, is refused
 * instead: as not allowed, or as `busy` if it still is.
 */
async function whileAllowed<T>(
  check: (isFirst: boolean) => Promise<Admitted>,
  make: (admitted: Admitted) => Promise<T>,
  isRepeatable: boolean,
): Promise<{ readonly answered: T; readonly caller: Identified }> {
  for (let checks = 1; ; checks++) {
    const admitted = await check(checks === 1)
    try {
      return { answered: await make(admitted), caller: admitted.caller }
    } catch (error) {
      if (!(error instanceof StandingChangedError)) throw error
      if (isRepeatable && checks < CHECKS_AT_MOST && !admitted.hasWritten()) continue
      await check(false)
      throw new Failure('busy')
    }
  }
}

type Admitted = {
  readonly caller: Omit<Caller, 'endTurn'>
  readonly hasWritten: () => boolean
  readonly scoped: ScopedStore<string>
  readonly actor: Principal | null
  readonly project: ProjectRow | null
}

/** Identifies the caller, and checks access; `counts`: this is the first time for the call. */
async function admit(
  context: Context,
  { route, limited, deps }: Omit<Mounted, 'handler'>,
  { pageOrigin, counts }: { readonly pageOrigin: string | null; readonly counts: boolean },
): Promise<Admitted> {
  const found = counts
    ? await countedCaller(context, deps, { pageOrigin, route: limited })
    : await callerOf(context, deps, pageOrigin)
  if (pageOrigin !== null && found.appOrigin === pageOrigin) allowToRead(context, pageOrigin)
  else if (route.method !== 'GET') requireSameOrigin(context.req.raw, clientOf(context, deps), deps.network)
  // What anyone can read says who is signed in, so that a page can find out.
  if (route.action !== 'public' || route.method !== 'GET')
    requireShownPerson(found, context.req.header(PERSON_HEADER))
  const isVisitor = route.action !== 'public' && found.actor === null
  const actor = isVisitor ? await deps.store.read(visitor) : found.actor
  const project = route.action === 'public' ? null : await allow(actor, route, { deps, context })
  if (route.needsProof) requireRecentProof(found, deps)
  const userId = userIdOf(found.actor?.id ?? null)
  const guarded = guardWrites(
    deps.store,
    { actor, provedAt: found.provedAt },
    {
      read: isVisitor ? async (r) => ({ actor: await visitor(r), provedAt: null }) : found.readAgain,
      hold: async ({ db, dialect }) => {
        if (userId !== null) await dialect.holdPerson(db, userId)
      },
    },
  )
  const { hasWritten, ...writes } = guarded
  const scoped = openScope(deps.store, { project, params: context.req.param(), guarded })
  return { caller: { ...found, ...writes }, hasWritten, scoped, actor, project }
}

/**
 * Returns a handler's reply, or the answer to a failure that sets cookies, which could not be added
 * elsewhere.
 */
async function handled(
  caller: Identified,
  handle: () => Promise<unknown>,
): Promise<Response | { readonly reply: unknown }> {
  try {
    return { reply: await handle() }
  } catch (error) {
    const failure = caller.cookies.length === 0 ? null : expectedFailure(error)
    if (failure === null) throw error
    const response = problemResponse(failure)
    for (const cookie of caller.cookies) response.headers.append('set-cookie', cookie)
    return response
  }
}

function fileResponse(
  type: string,
  { fileName, sizeBytes, bytes, shown }: FileAnswer,
  request: Request,
): Response {
  if (shown === undefined)
    return new Response(bytes, {
      headers: {
        'content-type': type,
        ...(sizeBytes === null ? {} : { 'content-length': String(sizeBytes) }),
        'content-disposition': `attachment; filename="${fileName}"`,
        'cache-control': 'no-store',
      },
    })
  const headers = {
    etag: shown.etag,
    'cache-control': shown.isImmutable ? 'private, max-age=31536000, immutable' : 'private, max-age=3600',
    // Bytes from people are never anything but a picture, whatever a browser makes of them.
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'content-disposition': `inline; filename="${fileName}"`,
  }
  if (request.headers.get('if-none-match') === shown.etag) return new Response(null, { status: 304, headers })
  return new Response(bytes, {
    headers: { ...headers, 'content-type': shown.type, 'content-length': String(sizeBytes) },
  })
}

const NO_BYTES = new Uint8Array()

type Received = Pick<HandlerRequest<unknown, unknown, unknown, string>, 'bytes' | 'stream'> & {
  readonly json: unknown
}

/** Reads the body of a call completely, except that of a route that streams. */
async function receive(
  request: Request,
  route: AnyRoute,
  reading: { readonly withinMs: number; readonly count: CountBytes },
): Promise<Received> {
  const none = { json: undefined, bytes: NO_BYTES, stream: null }
  const limits = { ...reading, limitBytes: route.bodyLimit }
  if (route.raw === 'stream') return { ...none, stream: openFile(request, limits) }
  if (route.raw) return { ...none, bytes: await readFileBytes(request, limits) }
  if (accepts(route.body, undefined)) return none
  return { ...none, json: await readJson(request, { ...limits, depthMax: route.bodyDepth }) }
}

/** Returns whether a call can have a larger body than most routes accept. */
function isLarge({ headers }: Request, { raw, bodyLimit }: AnyRoute): boolean {
  const length = headers.get('content-length')
  const sent = length === null ? Number.POSITIVE_INFINITY : Number(length)
  return raw === true || (bodyLimit > BODY_LIMIT_BYTES && !(sent <= BODY_LIMIT_BYTES))
}

function accepts(parser: Parser<unknown>, value: unknown): boolean {
  try {
    parser.parse(value)
    return true
  } catch {
    return false // the question is the whole purpose here
  }
}

/**
 * Checks access to the project in the URL, and returns the project. To members, a
 * project that does not exist and one they cannot see look alike.
 */
async function allow(
  actor: Principal | null,
  route: AnyRoute,
  { deps, context }: { deps: Deps; context: Context },
): Promise<ProjectRow | null> {
  const slug: string | undefined = context.req.param('project')
  const project = slug === undefined ? null : await deps.store.read((r) => projectBySlug(r, slug))
  if (slug !== undefined && project === null) {
    // People who are not signed in learn nothing about what exists.
    if (actor === null || actor.instanceRole === 'visitor') throw new Failure('not-signed-in')
    throw new Failure('not-found', { what: 'project' })
  }
  const refusal = explainRoute(actor, route, project?.id ?? null)
  if (refusal === 'not-signed-in') throw new Failure('not-signed-in')
  if (refusal === 'not-a-member' || (refusal === 'token-project' && project !== null))
    throw new Failure('not-found', { what: 'project' })
  if (refusal !== null) throw new Failure('not-allowed', { reason: refusal })
  if (project !== null && project.parentId !== null && OF_PARENT_ACTIONS.has(route.action))
    throw new Failure('not-allowed', { reason: 'of-parent' })
  return project
}

/**
 * Returns why someone cannot call a route, when only its project is known. For actions on texts, permission
 * for some of them is enough: the write path checks each.
 */
export function explainRoute(
  principal: Principal | null,
  { action, path, by }: Pick<AnyRoute, 'action' | 'path' | 'by'>,
  projectId: number | null,
): AccessRefusal | null {
  if (action === 'public') return null
  if (!isInstanceAction(action) && projectId === null)
    throw new Error(`${path} names no project to ask ${action} of`)
  const refusal = isInstanceAction(action)
    ? explain(principal, action, { on: 'instance' })
    : explainAction(principal, action, projectId ?? 0)
  // What the person cannot do, or not in this project, is reported first.
  const isOfToken = refusal === null || refusal === 'token-language'
  return by === 'person' && principal?.token && isOfToken ? 'token-scope' : refusal
}

/** Returns why someone cannot do something in a project, not even to some of its texts. */
export function explainAction(
  principal: Principal | null,
  action: ProjectAction | TextAction,
  projectId: number,
): AccessRefusal | null {
  if (isTextAction(action)) return explainForSomeText(principal, action, projectId)
  return explain(principal, action, { on: 'project', projectId })
}

/** Checks a reply: one that breaks the contract is a bug of the server, never wrong input. */
function parseReply(parser: Parser<unknown>, reply: unknown): unknown {
  try {
    return parser.parse(reply)
  } catch (error) {
    throw new Error('The reply breaks the contract', { cause: error })
  }
}
