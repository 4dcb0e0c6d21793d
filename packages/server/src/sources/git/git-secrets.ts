import { randomBytes } from 'node:crypto'
import type { Sealing } from '../../secrets/open-sealing.ts'

/** Secrets of a repository besides its credentials. `open…` returns null if another secret sealed them. */

const TOKEN = 'git-forge-token'
const WEBHOOK = 'git-webhook-secret'

export function sealForgeToken(sealing: Sealing, token: string): string {
  return sealing.seal(token, TOKEN)
}

export function openForgeToken(sealing: Sealing, sealed: string): string | null {
  return sealing.open(sealed, TOKEN)
}

/** Creates what a forge signs its messages with, or sends along; `secret` is shown to a person once. */
export function makeWebhookSecret(sealing: Sealing): { readonly secret: string; readonly sealed: string } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, sealed: sealing.seal(secret, WEBHOOK) }
}

export function openWebhookSecret(sealing: Sealing, sealed: string): string | null {
  return sealing.open(sealed, WEBHOOK)
}
