import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import { removeSome } from './remove-some.ts'

export type WebhookDeliveryState = 'waiting' | 'delivered' | 'failed'

/** One message to a webhook, sent or still to be sent. */
export type WebhookDeliveryRow = {
  readonly id: number
  readonly webhookId: number
  /** The same on every attempt, so that the receiver can recognize duplicates. */
  readonly messageId: string
  readonly type: string
  /** JSON as it is sent. */
  readonly body: string
  /** A person requested to send it now. */
  readonly isByHand: boolean
  readonly state: WebhookDeliveryState
  readonly createdAt: string
  /** ISO time; null: it was delivered, or given up. */
  readonly nextAt: string | null
  readonly attempts: number
  /** Since it was last started; determines the next pause. */
  readonly failures: number
  readonly attemptedAt: string | null
  /** Of the last attempt. */
  readonly status: number | null
  readonly reason: string | null
  readonly durationMs: number | null
  readonly response: string | null
}

/** After this many failures a delivery no longer blocks the ones behind it. */
export const HOLDS_UP_UNTIL = 5

/** Returns the delivery that still collects events of a type; null if there is none. */
export async function gatheringDelivery(
  { db }: Reader,
  webhookId: number,
  type: string,
): Promise<WebhookDeliveryRow | null> {
  const row = await db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('next_at', 'is not', null)
    .where('type', '=', type)
    .where('gathers', '=', 1)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : deliveryRow(row)
}

/** Replaces the body of a delivery. False if it is being sent already. */
export async function rewriteDelivery({ db }: Writer, id: number, body: string): Promise<boolean> {
  const done = await db
    .updateTable('webhook_delivery')
    .set({ body })
    .where('id', '=', id)
    .where('gathers', '=', 1)
    .executeTakeFirst()
  return Number(done.numUpdatedRows) > 0
}

/** Returns when a delivery of a type was last added; null: never. */
export async function latestDeliveryAt(
  { db }: Reader,
  webhookId: number,
  type: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('webhook_delivery')
    .select('created_at')
    .where('webhook_id', '=', webhookId)
    .where('type', '=', type)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? null
}

export async function addDelivery(
  { db, dialect }: Writer,
  delivery: Pick<WebhookDeliveryRow, 'webhookId' | 'messageId' | 'type' | 'body' | 'isByHand'> & {
    readonly gathers: boolean
    readonly at: string
    readonly nextAt: string
  },
): Promise<WebhookDeliveryRow> {
  const { webhookId, messageId, type, body, isByHand, gathers, at, nextAt } = delivery
  const row: Tables['webhook_delivery'] = {
    id: await dialect.allocate(db, 'webhook_delivery', 1),
    webhook_id: webhookId,
    message_id: messageId,
    type,
    body,
    gathers: gathers ? 1 : 0,
    by_hand: isByHand ? 1 : 0,
    state: 'waiting',
    created_at: at,
    next_at: nextAt,
    attempts: 0,
    failures: 0,
    attempted_at: null,
    status: null,
    reason: null,
    duration_ms: null,
    response: null,
  }
  await db.insertInto('webhook_delivery').values(row).execute()
  return deliveryRow(row)
}

/**
 * Returns deliveries that can be sent now: the oldest queued one of each webhook, the next ones if that has
 * failed often, and those that a person requested; none of `busy` webhooks, which are being sent to.
 */
export async function dueDeliveries(
  { db }: Reader,
  { now, busy, limit }: { readonly now: string; readonly busy: readonly number[]; readonly limit: number },
): Promise<readonly Pick<WebhookDeliveryRow, 'id' | 'webhookId' | 'nextAt'>[]> {
  const { rows } = await sql<{ id: number; webhook_id: number; next_at: string }>`
    select d.id, d.webhook_id, d.next_at from webhook_delivery d
    where d.next_at <= ${now} and ${isNext(busy)}
    order by d.by_hand desc, d.id limit ${limit}`.execute(db)
  return rows.map(({ id, webhook_id, next_at }) => ({ id, webhookId: webhook_id, nextAt: next_at }))
}

/**
 * Returns when `dueDeliveries` returns the next one, as ISO text; null: none is queued that does not depend on
 * the result of another.
 */
export async function nextDeliveryAt({ db }: Reader, busy: readonly number[]): Promise<string | null> {
  const { rows } = await sql<{ next_at: string }>`
    select d.next_at from webhook_delivery d
    where d.next_at is not null and ${isNext(busy)}
    order by d.next_at limit 1`.execute(db)
  return rows[0]?.next_at ?? null
}

/** Returns SQL for whether the delivery `d` is sent without waiting for others of its webhook. */
function isNext(busy: readonly number[]): RawBuilder<boolean> {
  const isFree = busy.length === 0 ? sql`1 = 1` : sql`d.webhook_id not in (${sql.join(busy)})`
  return sql`${isFree} and (d.by_hand = 1 or d.failures >= ${HOLDS_UP_UNTIL} or not exists (
    select 1 from webhook_delivery e where e.webhook_id = d.webhook_id and e.id < d.id
      and e.next_at is not null and e.by_hand = 0 and e.failures < ${HOLDS_UP_UNTIL}))`
}

/**
 * Claims a delivery before it is sent. Later events do not join it; after `until` it is due again, because the
 * process that claimed it died. Null: another process has it.
 */
export async function claimDelivery(
  { db }: Writer,
  { id, nextAt }: Pick<WebhookDeliveryRow, 'id' | 'nextAt'>,
  { now, until }: { readonly now: string; readonly until: string },
): Promise<WebhookDeliveryRow | null> {
  const row = await db
    .updateTable('webhook_delivery')
    .set((set) => ({ attempts: set('attempts', '+', 1), next_at: until, gathers: 0, attempted_at: now }))
    .where('id', '=', id)
    .where('next_at', '=', nextAt)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : deliveryRow(row)
}

/**
 * Records the result of an attempt; `nextAt` null: it was the last one. Ignored if there was a later attempt.
 */
export async function noteAttempt(
  { db }: Writer,
  { id, attempts }: Pick<WebhookDeliveryRow, 'id' | 'attempts'>,
  outcome: Pick<
    WebhookDeliveryRow,
    'state' | 'nextAt' | 'failures' | 'status' | 'reason' | 'durationMs' | 'response'
  >,
): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({
      state: outcome.state,
      next_at: outcome.nextAt,
      by_hand: 0,
      failures: outcome.failures,
      status: outcome.status,
      reason: outcome.reason,
      duration_ms: outcome.durationMs,
      response: outcome.response,
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('next_at', 'is not', null)
    .execute()
}

/** Queues a delivery to be sent now, with the full number of attempts. */
export async function sendDeliveryAgain(
  { db, emit }: Writer,
  {
    id,
    webhookId,
    projectId,
  }: { readonly id: number; readonly webhookId: number; readonly projectId: number },
  now: string,
): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ state: 'waiting', next_at: now, by_hand: 1, gathers: 0, failures: 0 })
    .where('id', '=', id)
    .execute()
  emit({ kind: 'webhook.changed', projectId, payload: { webhookId, what: 'wanted' } })
}

export async function deliveryById(
  { db }: Reader,
  webhookId: number,
  id: number,
): Promise<WebhookDeliveryRow | null> {
  const row = await db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : deliveryRow(row)
}

/** Returns deliveries, newest first. */
export async function listDeliveries(
  { db }: Reader,
  {
    webhookId,
    state,
    before,
    limit,
  }: {
    readonly webhookId: number
    readonly state?: WebhookDeliveryState | undefined
    /** Below this id; null: from the newest. */
    readonly before: number | null
    readonly limit: number
  },
): Promise<{ readonly rows: readonly WebhookDeliveryRow[]; readonly next: number | null }> {
  let query = db.selectFrom('webhook_delivery').selectAll().where('webhook_id', '=', webhookId)
  if (state !== undefined) query = query.where('state', '=', state)
  if (before !== null) query = query.where('id', '<', before)
  const rows = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit).map(deliveryRow)
  return { rows: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}

/** Removes some of the finished deliveries from before a time. Returns true if there can be more. */
export function forgetDeliveries(w: Writer, before: string): Promise<boolean> {
  return removeSome(w, { table: 'webhook_delivery', where: sql`created_at < ${before} and next_at is null` })
}

function deliveryRow(row: Tables['webhook_delivery']): WebhookDeliveryRow {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    messageId: row.message_id,
    type: row.type,
    body: row.body,
    isByHand: row.by_hand === 1,
    state: row.state === 'delivered' || row.state === 'failed' ? row.state : 'waiting',
    createdAt: row.created_at,
    nextAt: row.next_at,
    attempts: row.attempts,
    failures: row.failures,
    attemptedAt: row.attempted_at,
    status: row.status,
    reason: row.reason,
    durationMs: row.duration_ms,
    response: row.response,
  }
}
