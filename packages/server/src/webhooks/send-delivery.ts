import type { WebhookDeliveryRow, WebhookRow } from '@dragoman/store'
import type { Deps } from '../deps.ts'
import { OutgoingError } from '../outgoing/open-outgoing.ts'
import { addressProblem } from './webhook-address.ts'
import { secretsOf, signedHeaders } from './webhook-secret.ts'

/** The result of one attempt. */
export type AttemptResult = {
  readonly isOk: boolean
  /** Whether the receiver declines further messages. */
  readonly isGone: boolean
  /** Null: there was no answer. */
  readonly status: number | null
  /** Why it failed, as a code; null if the status explains it. */
  readonly reason: string | null
  readonly durationMs: number
  readonly response: string | null
}

export const ATTEMPT_TIMEOUT_MS = 10_000
/** How much of an answer is stored. */
const RESPONSE_BYTES = 2048
const GONE = 410

/** Sends a delivery once. Never throws for what the other side does. */
export async function sendDelivery(
  {
    outgoing,
    sealing,
    now,
    signal = null,
    timeoutMs = ATTEMPT_TIMEOUT_MS,
  }: Pick<Deps, 'outgoing' | 'sealing' | 'now'> & {
    /** When aborted, the attempt throws, and is made again later. */
    readonly signal?: AbortSignal | null
    readonly timeoutMs?: number
  },
  webhook: WebhookRow,
  { messageId, body }: Pick<WebhookDeliveryRow, 'messageId' | 'body'>,
): Promise<AttemptResult> {
  const started = performance.now()
  const ended = (result: Partial<AttemptResult>): AttemptResult => {
    const durationMs = Math.round(performance.now() - started)
    return { isOk: false, isGone: false, status: null, reason: null, response: null, ...result, durationMs }
  }
  const at = now()
  const secrets = secretsOf(sealing, webhook, at)
  if (secrets === null) return ended({ reason: 'secret-unreadable' })
  if (webhook.url.startsWith('http:')) {
    const problem = await addressProblem(outgoing, webhook.url)
    if (problem !== null) return ended({ reason: problem })
  }
  try {
    const atSeconds = Math.floor(at.getTime() / 1000)
    const answer = await outgoing.fetch(webhook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signedHeaders(secrets, { messageId, atSeconds, body }),
      },
      body,
      timeoutMs,
      maxBytes: RESPONSE_BYTES,
      longAnswer: 'cut',
      redirects: 'none',
      signal,
    })
    const { status } = answer
    // Databases cannot store a NUL in a text, and it is useless to people too.
    const response = (await answer.text()).replaceAll('\0', '')
    const isRedirect = status >= 300 && status < 400
    return ended({
      isOk: answer.ok,
      isGone: status === GONE,
      status,
      reason: isRedirect ? 'redirect' : null,
      response,
    })
  } catch (error) {
    if (error instanceof OutgoingError) return ended({ reason: error.reason })
    throw error
  }
}
