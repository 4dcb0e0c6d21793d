import { Failure } from '@dragoman/contract'
import type { Deps } from '../deps.ts'
import type { Caller } from '../http/caller.ts'

/** How long after entering a password or passkey it counts as proof. */
const RECENT_MS = 10 * 60 * 1000

/**
 * Requires the password or passkey again before actions that must not be possible from an unattended screen.
 * Throws `proof-needed`; the client then asks for it and repeats the call. Creating a token required such a
 * proof already. Without accounts there is nothing to prove it with.
 */
export function requireRecentProof(
  { actor, provedAt }: Pick<Caller, 'actor' | 'provedAt'>,
  { now, edition }: Pick<Deps, 'now' | 'edition'>,
): void {
  if (!edition.hasAccounts || (actor !== null && actor.token !== null)) return
  // If the clock was set back, a proof is in the future: it counts for as long as any other.
  const agoMs = provedAt === null ? null : now().getTime() - Date.parse(provedAt)
  if (agoMs === null || Math.abs(agoMs) > RECENT_MS) throw new Failure('proof-needed')
}
