import { WEBHOOK_ROWS_MAX, type WebhookRowOf } from '@dragoman/contract'
import { topicOf, type WebhookType } from '@dragoman/core'
import type { WebhookRow } from '@dragoman/store'

/** What an event means for webhooks: rows of one type, before they are filtered for each webhook. */
export type WebhookEvent = {
  readonly [T in WebhookType]: {
    readonly type: T
    readonly rows: readonly {
      /** Null: about no language, or namespace; filters do not exclude it. */
      readonly language: string | null
      readonly namespace: string | null
      /** That of a key before it was moved: filters for either include the row. */
      readonly formerNamespace?: string | undefined
      readonly row: WebhookRowOf<T>
    }[]
    /**
     * The total number by language and namespace, if the rows are only some of them; null: the rows are all.
     */
    readonly counted:
      | readonly { readonly language: string | null; readonly namespace: string; readonly count: number }[]
      | null
    readonly at: string
  }
}[WebhookType]

/** The part of it for one webhook. */
export type WebhookContent = {
  readonly webhookId: number
  readonly type: WebhookType
  readonly total: number
  readonly rows: readonly unknown[]
  readonly at: string
}

/** Returns what a webhook is sent about an event; null: nothing. */
export function contentOf(webhook: WebhookRow, webhookEvent: WebhookEvent): WebhookContent | null {
  const { type, at } = webhookEvent
  if (webhook.topics !== null && !webhook.topics.has(topicOf(type))) return null
  const { languages, namespaces } = webhook
  const isWanted = (one: {
    readonly language: string | null
    readonly namespace: string | null
    readonly formerNamespace?: string | undefined
  }) =>
    (languages === null || one.language === null || languages.has(one.language)) &&
    (namespaces === null ||
      one.namespace === null ||
      namespaces.has(one.namespace) ||
      (one.formerNamespace !== undefined && namespaces.has(one.formerNamespace)))
  const wanted = webhookEvent.rows.filter(isWanted)
  const counted = (webhookEvent.counted ?? []).filter(isWanted).reduce((sum, { count }) => sum + count, 0)
  // Keys are counted where they are now: those that left a namespace only by the rows.
  const total = Math.max(counted, wanted.length)
  if (total === 0) return null
  const rows = wanted
    .slice(0, WEBHOOK_ROWS_MAX)
    .map(({ row }) => (webhook.withNames ? row : withoutNames(row)))
  return { webhookId: webhook.id, type, total, rows, at }
}

type Named = { readonly id: string; readonly name: string | null }

/** Returns the row with ids of people only. */
function withoutNames(row: { readonly by: Named | null; readonly member?: Named }): unknown {
  const nameless = (one: Named) => ({ ...one, name: null })
  return {
    ...row,
    by: row.by && nameless(row.by),
    ...(row.member === undefined ? {} : { member: nameless(row.member) }),
  }
}
