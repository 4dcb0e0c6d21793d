import { randomBytes } from 'node:crypto'
import { WEBHOOK_ROWS_MAX, WEBHOOK_VERSION } from '@dragoman/contract'
import {
  addDelivery,
  gatheringDelivery,
  latestDeliveryAt,
  noteConflictsSent,
  projectById,
  type Reader,
  rewriteDelivery,
  type WebhookRow,
  type Writer,
  webhookById,
} from '@dragoman/store'
import type { Timings } from '../timings.ts'
import { linksOf } from './links.ts'
import type { WebhookContent } from './webhook-event.ts'

/** The effects of events, to be written. */
export type WebhookEffect =
  | { readonly kind: 'content'; readonly content: WebhookContent }
  | { readonly kind: 'conflicts'; readonly webhookId: number; readonly to: number }

/** After this time without a delivery, the next change is a first one. */
const QUIET_MS = 30_000

type Body = {
  readonly type: string
  readonly version: number
  readonly timestamp: string
  readonly project: unknown
  readonly data: { readonly total: number; readonly rows: readonly unknown[] }
}

type GatherRequest = { readonly now: Date; readonly origin: string; readonly timings: Timings }

/** Writes deliveries, or adds what happened to those that were not sent yet. */
export async function gatherMessages(
  w: Writer,
  effects: readonly WebhookEffect[],
  request: GatherRequest,
): Promise<void> {
  const webhooks = new Map<number, WebhookRow | null>()
  for (const effect of effects)
    if (effect.kind === 'conflicts') await noteConflictsSent(w, effect.webhookId, effect.to)
  for (const content of joined(
    effects.flatMap((effect) => (effect.kind === 'content' ? [effect.content] : [])),
  )) {
    // It might have been deleted, or turned off, since the events were read.
    const known = webhooks.get(content.webhookId)
    const webhook = known === undefined ? await webhookById(w, content.webhookId) : known
    webhooks.set(content.webhookId, webhook)
    if (webhook?.isOn) await gather(w, webhook, content, request)
  }
}

/** Joins what happened into one delivery per webhook and type, so that each is written once. */
function joined(all: readonly WebhookContent[]): Iterable<WebhookContent> {
  const byType = new Map<string, { content: WebhookContent; rows: unknown[]; total: number }>()
  for (const content of all) {
    const id = `${content.webhookId} ${content.type}`
    const one = byType.get(id) ?? { content, rows: [], total: 0 }
    one.content = content
    one.total += content.total
    if (one.rows.length < WEBHOOK_ROWS_MAX) one.rows.push(...content.rows)
    byType.set(id, one)
  }
  return [...byType.values()].map(({ content, rows, total }) => {
    return { ...content, total, rows: rows.slice(0, WEBHOOK_ROWS_MAX) }
  })
}

async function gather(
  w: Writer,
  { id: webhookId, projectId }: WebhookRow,
  { type, total, rows, at }: WebhookContent,
  { now, origin, timings }: GatherRequest,
): Promise<void> {
  const open = await gatheringDelivery(w, webhookId, type)
  if (open !== null) {
    const body = JSON.parse(open.body) as Body // written below
    const data = {
      total: body.data.total + total,
      rows: [...body.data.rows, ...rows].slice(0, WEBHOOK_ROWS_MAX),
    }
    if (await rewriteDelivery(w, open.id, JSON.stringify({ ...body, timestamp: at, data }))) return
  }
  const project = await messageProject(w, projectId, origin)
  if (project === null) return
  const latest = await latestDeliveryAt(w, webhookId, type)
  const isBusy = latest !== null && now.getTime() - Date.parse(latest) < QUIET_MS
  const waitMs = isBusy ? timings.webhookGatherBusyMs : timings.webhookGatherMs
  await addDelivery(w, {
    webhookId,
    messageId: newMessageId(),
    type,
    body: JSON.stringify({
      type,
      version: WEBHOOK_VERSION,
      timestamp: at,
      project,
      data: { total, rows },
    } satisfies Body),
    isByHand: false,
    gathers: true,
    at: now.toISOString(),
    nextAt: new Date(now.getTime() + waitMs).toISOString(),
  })
}

/** Returns the project as it appears in messages. */
export async function messageProject(r: Reader, projectId: number, origin: string) {
  const project = await projectById(r, projectId)
  if (project === null) return null
  const { id, slug, name } = project
  return { id, slug, name, url: linksOf(origin, slug).project }
}

/** Returns a unique message id. */
export function newMessageId(): string {
  return `msg_${randomBytes(18).toString('base64url')}`
}
