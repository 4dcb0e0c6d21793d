import { createHmac, randomBytes } from 'node:crypto'
import type { WebhookRow } from '@dragoman/store'
import type { Sealing } from '../secrets/open-sealing.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
/** For this long, deliveries are signed with the previous secret too. */
export const FORMER_SECRET_MS = 24 * 60 * 60_000

/** Returns a secret as people copy it: `whsec_` and base64, as defined by Standard Webhooks. */
export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
}

/** Encrypts a secret for storage, for this webhook only. */
export function sealWebhookSecret(sealing: Sealing, webhookId: number, secret: string): string {
  return sealing.seal(secret, purposeOf(webhookId))
}

/**
 * Returns the secrets a delivery is signed with now; null: they were encrypted with another secret of the
 * instance.
 */
export function secretsOf(
  sealing: Sealing,
  { id, secret, formerSecret, formerUntil }: WebhookRow,
  now: Date,
): readonly string[] | null {
  const current = sealing.open(secret, purposeOf(id))
  if (current === null) return null
  const isFormerGood = formerSecret !== null && formerUntil !== null && formerUntil > now.toISOString()
  const former = isFormerGood ? sealing.open(formerSecret, purposeOf(id)) : null
  return former === null ? [current] : [current, former]
}

/** Returns the headers of a signed request. `atSeconds`: when it is sent, in seconds since 1970. */
export function signedHeaders(
  secrets: readonly string[],
  {
    messageId,
    atSeconds,
    body,
  }: { readonly messageId: string; readonly atSeconds: number; readonly body: string },
): Readonly<Record<string, string>> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${messageId}.${atSeconds}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(atSeconds),
    'webhook-signature': signatures.join(' '),
  }
}

function purposeOf(webhookId: number): string {
  return `webhook:${webhookId}`
}
