import { randomBytes } from 'node:crypto'
import type { Sealing } from '../../../secrets/open-sealing.ts'

/** Secrets of a repository other than its credentials. `open…` returns null if another secret sealed them. */

const TOKEN = 'git-forge-token'
const WEBHOOK = 'git-webhook-secret'

export function sealForgeToken(sealing: Sealing, token: string): string {
  return sealing.seal(token, TOKEN)
}

export function openForgeToken(sealing: Sealing, sealed: string): string | null {
  return sealing.open(sealed, TOKEN)
}

/**
 * Creates what a forge signs its messages with, or sends along; `secret` is shown to a person once. All forges
 * accept it as a secret, and GitLab as a signing token, too, which has this form
 * (https://docs.gitlab.com/user/project/integrations/webhooks/).
 */
export function makeWebhookSecret(sealing: Sealing): { readonly secret: string; readonly sealed: string } {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  return { secret, sealed: sealing.seal(secret, WEBHOOK) }
}

export function sealWebhookSecret(sealing: Sealing, secret: string): string {
  return sealing.seal(secret, WEBHOOK)
}

export function openWebhookSecret(sealing: Sealing, sealed: string): string | null {
  return sealing.open(sealed, WEBHOOK)
}
