import { randomBytes } from 'node:crypto'
import { Failure } from '@dragoman/contract'
import { StorageFailedError } from '@dragoman/store'
import { Hono } from 'hono'
import { clientOf } from './http/caller.ts'
import { type Handlers, mount } from './http/mount.ts'
import { addPages } from './http/pages.ts'
import { addReader } from './http/pages-of-apps.ts'
import { expectedFailure, problemResponse } from './http/problem.ts'
import { addRoutesAboutServer, type ServerReports } from './http/routes-about-server.ts'
import { addRoutesOfPrograms } from './http/routes-of-programs.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import type { StaticClient } from './http/static-client.ts'
import { addNotificationEvents, addProjectEvents } from './live/event-routes.ts'

export type AppParts = ServerReports & { readonly handlers: Handlers; readonly client: StaticClient }

/**
 * Everything served over HTTP except delivery: the API, live events, health, and the interface's own files.
 */
export function buildApp({ handlers, client, ...reports }: AppParts): Hono {
  const { deps, metrics } = reports
  const app = new Hono()

  app.use(async (context, next) => {
    const id = randomBytes(8).toString('hex')
    // Hono types variables per app; one name needs no type of its own
    context.set('requestId' as never, id as never)
    await next()
    // The body of a GET that no one reads, as an endless stream of events.
    if (context.req.method === 'HEAD') await context.res.body?.cancel()
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

  addNotificationEvents(app, deps)
  mount(app, handlers, deps)
  addProjectEvents(app, deps)
  addRoutesOfPrograms(app, deps)
  addRoutesAboutServer(app, reports)
  app.all('/api/*', () => {
    throw new Failure('not-found', { what: 'route' })
  })
  addPages(app, deps, client)
  app.notFound(() => problemResponse(new Failure('not-found', { what: 'route' })))
  return app
}
