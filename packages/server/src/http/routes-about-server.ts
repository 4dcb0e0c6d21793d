import { openApiDocument } from '@dragoman/contract'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { isBearer } from './bearer.ts'
import { countedCaller, countedPerson } from './counted-caller.ts'
import { docsPage } from './docs-page.ts'
import { inTurn } from './in-turn.ts'
import type { Metrics } from './metrics.ts'

export type ServerReports = {
  readonly deps: Deps
  readonly metrics: Metrics
  readonly metricsToken: string | null
  /** True once the server is shutting down. */
  readonly isEnding: () => boolean
}

/** Adds what the server reports about itself: the API's description, health and metrics. */
export function addRoutesAboutServer(
  app: Hono,
  { deps, metrics, metricsToken, isEnding }: ServerReports,
): void {
  // Building it takes as long as the rest of the start, and few servers are asked for it.
  let openApi: string | null = null
  const description = () => (openApi ??= JSON.stringify(openApiDocument(deps.version)))
  app.get('/api/openapi.json', async (context) => {
    await countedPerson(context, deps)
    return context.body(description(), 200, { 'content-type': 'application/json' })
  })
  app.get('/api/docs', async (context) => {
    await countedPerson(context, deps)
    const page = docsPage(description())
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
    return inTurn(context, deps, caller, async () =>
      context.body(await metrics.text(), 200, { 'content-type': metrics.contentType }),
    )
  })
}
