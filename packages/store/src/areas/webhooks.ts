import { parseActorId, type RecordedActor, WEBHOOK_TOPICS, type WebhookTopic } from '@dragoman/core'
import { parseJson, recordedActor } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import { newestEvent } from './events.ts'

/** The settings of a webhook. */
export type WebhookFields = {
  readonly url: string
  readonly description: string
  /** Null: all, including future ones. */
  readonly topics: ReadonlySet<WebhookTopic> | null
  readonly languages: ReadonlySet<string> | null
  readonly namespaces: ReadonlySet<string> | null
  readonly isOn: boolean
  /** Whether deliveries contain people's names in addition to their ids. */
  readonly withNames: boolean
}

export type WebhookOffReason = 'gone' | 'failing'

export type WebhookRow = WebhookFields & {
  readonly id: number
  readonly projectId: number
  /** Encrypted. */
  readonly secret: string
  /** Encrypted too; deliveries are also signed with it until `formerUntil`. */
  readonly formerSecret: string | null
  readonly formerUntil: string | null
  /** When the first of the latest, uninterrupted failures was; null: the last delivery succeeded. */
  readonly failingSince: string | null
  /** Why the program turned it off; null: it did not. */
  readonly disabledReason: WebhookOffReason | null
  /** Number of the newest event when it was added or turned on: earlier events are not delivered. */
  readonly fromEvent: number
  /** The newest conflict that was delivered. */
  readonly conflictsTo: number
  readonly createdAt: string
  readonly createdBy: RecordedActor
}

/** Adds a webhook; `seal` gets its id, which the encrypted secret is bound to. */
export async function addWebhook(
  w: Writer,
  {
    projectId,
    fields,
    seal,
    at,
    by,
  }: {
    readonly projectId: number
    readonly fields: WebhookFields
    readonly seal: (id: number) => string
    readonly at: string
    readonly by: RecordedActor
  },
): Promise<WebhookRow> {
  const { db, dialect, emit } = w
  const id = await dialect.allocate(db, 'webhook', 1)
  const row: Tables['webhook'] = {
    id,
    project_id: projectId,
    ...columnsOf(fields),
    secret: seal(id),
    former_secret: null,
    former_until: null,
    ...(await anew(w, projectId)),
    created_at: at,
    created_by_id: by.id,
    created_by_label: by.name,
  }
  await db.insertInto('webhook').values(row).execute()
  emit({ kind: 'webhook.changed', projectId, payload: { webhookId: id, what: 'changed' } })
  return webhookRow(row)
}

/**
 * Changes the settings. Turning a webhook on resets its failures; turning it off drops its queued deliveries.
 */
export async function updateWebhook(w: Writer, webhook: WebhookRow, fields: WebhookFields): Promise<void> {
  const isTurnedOn = fields.isOn && !webhook.isOn
  await w.db
    .updateTable('webhook')
    .set({ ...columnsOf(fields), ...(isTurnedOn ? await anew(w, webhook.projectId) : {}) })
    .where('id', '=', webhook.id)
    .execute()
  if (!fields.isOn) await dropWaiting(w, webhook.id)
  const { id: webhookId, projectId } = webhook
  w.emit({ kind: 'webhook.changed', projectId, payload: { webhookId, what: 'changed' } })
}

/** Returns the columns of a webhook that is turned on: what happened while it was off is not delivered. */
async function anew(r: Reader, projectId: number) {
  return {
    failing_since: null,
    off_reason: null,
    from_event: (await newestEvent(r)).number,
    conflicts_to: await newestConflict(r, projectId),
  }
}

async function newestConflict({ db }: Reader, projectId: number): Promise<number> {
  const newest = await db
    .selectFrom('conflict')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return newest?.id ?? 0
}

/** Stores a new secret; the previous one stays valid until `formerUntil`. */
export async function replaceWebhookSecret(
  { db, emit }: Writer,
  { id, projectId, secret: formerSecret }: WebhookRow,
  { secret, formerUntil }: { readonly secret: string; readonly formerUntil: string },
): Promise<void> {
  await db
    .updateTable('webhook')
    .set({ secret, former_secret: formerSecret, former_until: formerUntil })
    .where('id', '=', id)
    .execute()
  emit({ kind: 'webhook.changed', projectId, payload: { webhookId: id, what: 'changed' } })
}

export async function removeWebhook({ db, emit }: Writer, { id, projectId }: WebhookRow): Promise<void> {
  await db.deleteFrom('webhook_delivery').where('webhook_id', '=', id).execute()
  await db.deleteFrom('webhook').where('id', '=', id).execute()
  emit({ kind: 'webhook.changed', projectId, payload: { webhookId: id, what: 'removed' } })
}

/**
 * Turns off a webhook that cannot be reached, until a person turns it on; its queued deliveries are dropped.
 */
export async function turnWebhookOff(
  w: Writer,
  { id, projectId }: Pick<WebhookRow, 'id' | 'projectId'>,
  reason: WebhookOffReason,
): Promise<void> {
  const done = await w.db
    .updateTable('webhook')
    .set({ is_on: 0, off_reason: reason })
    .where('id', '=', id)
    .where('is_on', '=', 1)
    .executeTakeFirst()
  if (Number(done.numUpdatedRows) === 0) return
  await dropWaiting(w, id)
  w.emit({ kind: 'webhook.changed', projectId, payload: { webhookId: id, what: 'turned-off' } })
}

async function dropWaiting({ db }: Writer, webhookId: number): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ state: 'failed', reason: 'off', next_at: null, gathers: 0, by_hand: 0 })
    .where('webhook_id', '=', webhookId)
    .where('next_at', 'is not', null)
    .execute()
}

/** Records since when deliveries have failed; null: one succeeded. */
export async function noteWebhookFailing(
  { db, emit }: Writer,
  { id, projectId }: Pick<WebhookRow, 'id' | 'projectId'>,
  since: string | null,
): Promise<void> {
  await db.updateTable('webhook').set({ failing_since: since }).where('id', '=', id).execute()
  emit({ kind: 'webhook.changed', projectId, payload: { webhookId: id, what: 'changed' } })
}

export async function noteConflictsSent({ db }: Writer, id: number, conflictsTo: number): Promise<void> {
  await db
    .updateTable('webhook')
    .set({ conflicts_to: conflictsTo })
    .where('id', '=', id)
    .where('conflicts_to', '<', conflictsTo)
    .execute()
}

/** Returns the webhooks of a project, in the order they were added. */
export async function listWebhooks({ db }: Reader, projectId: number): Promise<readonly WebhookRow[]> {
  const rows = await db
    .selectFrom('webhook')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  return rows.map(webhookRow)
}

/** Returns the webhooks of all projects that are on. */
export async function activeWebhooks({ db }: Reader): Promise<readonly WebhookRow[]> {
  const rows = await db.selectFrom('webhook').selectAll().where('is_on', '=', 1).orderBy('id').execute()
  return rows.map(webhookRow)
}

export async function webhookById({ db }: Reader, id: number): Promise<WebhookRow | null> {
  const row = await db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : webhookRow(row)
}

function columnsOf(fields: WebhookFields) {
  const { url, description, topics, languages, namespaces, isOn, withNames } = fields
  const list = (set: ReadonlySet<string> | null) => set && JSON.stringify([...set])
  return {
    url,
    description,
    topics: list(topics),
    languages: list(languages),
    namespaces: list(namespaces),
    is_on: isOn ? 1 : 0,
    with_names: withNames ? 1 : 0,
  }
}

function webhookRow(row: Tables['webhook']): WebhookRow {
  const setOf = (json: string | null) => (json === null ? null : new Set(parseJson<string[]>(json)))
  const topics = setOf(row.topics)
  return {
    id: row.id,
    projectId: row.project_id,
    url: row.url,
    description: row.description,
    topics: topics && new Set(WEBHOOK_TOPICS.filter((topic) => topics.has(topic))),
    languages: setOf(row.languages),
    namespaces: setOf(row.namespaces),
    isOn: row.is_on === 1,
    withNames: row.with_names === 1,
    secret: row.secret,
    formerSecret: row.former_secret,
    formerUntil: row.former_until,
    failingSince: row.failing_since,
    disabledReason: row.off_reason === 'gone' || row.off_reason === 'failing' ? row.off_reason : null,
    fromEvent: row.from_event,
    conflictsTo: row.conflicts_to,
    createdAt: row.created_at,
    createdBy: recordedActor(parseActorId(row.created_by_id), row.created_by_label),
  }
}
