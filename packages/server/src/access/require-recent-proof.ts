import { Failure } from '@dragoman/contract'
import type { Deps } from '../deps.ts'
import type { Caller } from '../http/caller.ts'

/** How long a password or passkey counts as shown just now. */
const RECENT_MS = 10 * 60 * 1000

/**
 * Asks for the password or a passkey again before something that somebody at a screen left open must not do.
 * Throws `proof-needed`; the client asks, and repeats the call. A token was made with such a proof. In folder
 * mode nobody has anything to prove it with.
 */
export function requireRecentProof(
  { actor, provedAt }: Pick<Caller, 'actor' | 'provedAt'>,
  { now, isFolderMode }: Pick<Deps, 'now' | 'isFolderMode'>,
): void {
  if (isFolderMode || (actor !== null && actor.token !== null)) return
  if (provedAt === null || now().getTime() - Date.parse(provedAt) > RECENT_MS)
    throw new Failure('proof-needed')
}
