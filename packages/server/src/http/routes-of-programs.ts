import type { Hono } from 'hono'
import { endByLogoutToken } from '../areas/oidc/back-channel-logout.ts'
import { BACK_CHANNEL_PATH } from '../areas/oidc/provider-addresses.ts'
import type { Deps } from '../deps.ts'
import { addressNetwork } from '../limits/address-network.ts'
import { limitCalls } from '../limits/limit-calls.ts'
import { unsubscribe } from '../notifications/unsubscribe.ts'
import { receiveGitWebhook, WEBHOOK_PATH } from '../sources/git/receive-webhook.ts'
import { clientOf } from './caller.ts'
import { countedCaller } from './counted-caller.ts'
import { inTurn } from './in-turn.ts'
import { type CountBytes, readForm, readSigned } from './read-body.ts'

/** Logout tokens from one address per 15 minutes: a provider can sign everyone out at the same time. */
const LOGOUTS_MAX = 5000
/** Calls from one address per 15 minutes: a forge with many repositories has one address. */
const GIT_WEBHOOKS_MAX = 10_000

/** Adds the routes that other programs call without a session: mail programs, identity providers and forges. */
export function addRoutesOfPrograms(app: Hono, deps: Deps): void {
  const limit = limitCalls(deps)

  /** Reads the body of a route outside of the contract, and keeps it while it is worked on. */
  const holding = (
    who: string,
    work: (reading: { readonly withinMs: number; readonly count: CountBytes }) => Promise<void>,
  ) => {
    const held = deps.bodies.hold()
    return work({ withinMs: deps.bodyMs, count: (bytes) => held.add(who, bytes) }).finally(held.end)
  }

  // A single click in a mail program, which has no session and sends a form.
  app.post('/unsubscribe/:token', async (context) => {
    return inTurn(context, deps, await countedCaller(context, deps), async () => {
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
}
