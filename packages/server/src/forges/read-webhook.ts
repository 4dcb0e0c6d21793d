import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ForgeKind } from './forge.ts'
import { numberAt, optionalTextAt, textAt, valueAt, WrongForm } from './read-answer.ts'

/** What a forge reports in webhooks. */
export type ForgeEvent =
  /** A branch moved to another commit; null: it did not exist before, or no longer exists. */
  | {
      readonly kind: 'push'
      readonly branch: string
      readonly before: string | null
      readonly after: string | null
    }
  | {
      readonly kind: 'pull-request'
      readonly number: number
      readonly state: 'open' | 'merged' | 'closed'
      readonly headBranch: string
      readonly base: string
    }
  | { readonly kind: 'ping' }
  /** Not relevant here. */
  | { readonly kind: 'other'; readonly name: string }

export type WebhookFault =
  /** No known signature, or not one of this secret. */
  | 'wrong-signature'
  /** It was signed too long ago. */
  | 'too-old'
  /** Not JSON, or not what this event must contain. */
  | 'unreadable'

export type ReadWebhook =
  | { readonly forge: ForgeKind; readonly delivery: string | null; readonly event: ForgeEvent }
  | { readonly fault: WebhookFault }

/** How far clocks can differ if a signature includes its time. */
const AGE_MAX_MS = 5 * 60 * 1000

/**
 * Reads what a forge sent, after verifying the signature: nothing is read before. `delivery` is the forge's
 * id of the message, which stays the same when it is sent again. Never throws.
 */
export function readForgeWebhook(
  headers: Headers,
  body: Uint8Array,
  { secret, now }: { readonly secret: string; readonly now: Date },
): ReadWebhook {
  const signed = signatureOf(headers, body, { secret, now })
  if ('fault' in signed) return signed
  const { forge } = signed
  const delivery = firstOf(headers, DELIVERIES[forge])
  const name = firstOf(headers, EVENTS[forge]) ?? ''
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    const isForm = headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') === true
    const value: unknown = JSON.parse(isForm ? (new URLSearchParams(text).get('payload') ?? '') : text)
    return { forge, delivery, event: forge === 'gitlab' ? gitLabEvent(name, value) : event(name, value) }
  } catch (error) {
    if (error instanceof WrongForm || error instanceof SyntaxError || error instanceof TypeError)
      return { fault: 'unreadable' }
    throw error
  }
}

/** Forgejo sends all three, and Gitea also GitHub's, so their own names come first. */
const EVENTS: Readonly<Record<ForgeKind, readonly string[]>> = {
  gitea: ['x-forgejo-event', 'x-gitea-event'],
  github: ['x-github-event'],
  gitlab: ['x-gitlab-event'],
}
const DELIVERIES: Readonly<Record<ForgeKind, readonly string[]>> = {
  gitea: ['x-forgejo-delivery', 'x-gitea-delivery'],
  github: ['x-github-delivery'],
  // The id of the event would be the same for all webhooks that receive it.
  gitlab: ['webhook-id', 'idempotency-key', 'x-gitlab-webhook-uuid', 'x-gitlab-event-uuid'],
}

function signatureOf(
  headers: Headers,
  body: Uint8Array,
  { secret, now }: { readonly secret: string; readonly now: Date },
): { readonly forge: ForgeKind } | { readonly fault: WebhookFault } {
  const wrong = { fault: 'wrong-signature' } as const
  if (secret === '') return wrong
  const ofBody = () => createHmac('sha256', secret).update(body).digest('hex')
  const own = firstOf(headers, ['x-forgejo-signature', 'x-gitea-signature'])
  if (own !== null) return isSame(own.toLowerCase(), ofBody()) ? { forge: 'gitea' } : wrong
  const hub = headers.get('x-hub-signature-256')
  if (hub !== null) return isSame(hub.toLowerCase(), `sha256=${ofBody()}`) ? { forge: 'github' } : wrong
  const standard = headers.get('webhook-signature')
  if (standard !== null && secret.startsWith('whsec_'))
    return standardSignature(headers, body, { standard, secret, now })
  const token = headers.get('x-gitlab-token')
  if (token !== null) return isSame(token, secret) ? { forge: 'gitlab' } : wrong
  return wrong
}

/**
 * Verifies GitLab's newer signature (standardwebhooks.com) over id, time and body, so that old messages are
 * refused.
 */
function standardSignature(
  headers: Headers,
  body: Uint8Array,
  { standard, secret, now }: { readonly standard: string; readonly secret: string; readonly now: Date },
): { readonly forge: ForgeKind } | { readonly fault: WebhookFault } {
  const [id, time] = [headers.get('webhook-id') ?? '', headers.get('webhook-timestamp') ?? '']
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  if (key.length === 0) return { fault: 'wrong-signature' }
  const wanted = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest('base64')
  const isRight = standard.split(' ').filter((one) => isSame(one, `v1,${wanted}`)).length > 0
  if (!isRight) return { fault: 'wrong-signature' }
  const age = Math.abs(now.getTime() - Number(time) * 1000)
  return age <= AGE_MAX_MS ? { forge: 'gitlab' } : { fault: 'too-old' }
}

/** Compares in constant time. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'same length').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}

function firstOf(headers: Headers, names: readonly string[]): string | null {
  for (const name of names) {
    const value = headers.get(name)
    if (value !== null && value !== '') return value.slice(0, 200)
  }
  return null
}

/** Reads an event of GitHub, or of Gitea and Forgejo, which use the same form. */
function event(name: string, value: unknown): ForgeEvent {
  if (name === 'ping') return { kind: 'ping' }
  if (name === 'push') return push(value)
  if (name !== 'pull_request') return { kind: 'other', name }
  const request = valueAt(value, 'pull_request')
  const isMerged = valueAt(request, 'merged') === true
  const isOpen = textAt(request, 'state') === 'open'
  return {
    kind: 'pull-request',
    number: numberAt(request, 'number'),
    state: isOpen ? 'open' : isMerged ? 'merged' : 'closed',
    // On Gitea, `ref` is no longer a branch once that is deleted; on GitHub, the label starts with the owner.
    headBranch: /^refs\/pull\//.test(textAt(request, 'head', 'ref'))
      ? textAt(request, 'head', 'label')
      : textAt(request, 'head', 'ref'),
    base: textAt(request, 'base', 'ref'),
  }
}

function gitLabEvent(name: string, value: unknown): ForgeEvent {
  if (name === 'Push Hook' || optionalTextAt(value, 'object_kind') === 'push') return push(value)
  if (name !== 'Merge Request Hook') return { kind: 'other', name }
  const request = valueAt(value, 'object_attributes')
  const state = textAt(request, 'state')
  return {
    kind: 'pull-request',
    number: numberAt(request, 'iid'),
    state: state === 'merged' ? 'merged' : state === 'closed' ? 'closed' : 'open',
    headBranch: textAt(request, 'source_branch'),
    base: textAt(request, 'target_branch'),
  }
}

function push(value: unknown): ForgeEvent {
  const ref = textAt(value, 'ref')
  if (!ref.startsWith('refs/heads/')) return { kind: 'other', name: 'tag' }
  return {
    kind: 'push',
    branch: ref.slice('refs/heads/'.length),
    before: commitOf(textAt(value, 'before')),
    after: commitOf(textAt(value, 'after')),
  }
}

/** Returns a commit id; zeros, in any length of ids, stand for a branch that does not exist. */
function commitOf(id: string): string | null {
  if (!/^[0-9a-f]{40,64}$/i.test(id)) throw new WrongForm('no id of a commit')
  return /^0+$/.test(id) ? null : id
}
