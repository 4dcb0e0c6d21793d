import { ROLE_ACTIONS } from '@dragoman/core'
import type { OwnMembership } from '@dragoman/store'
import type { Deps } from '../deps.ts'
import type { Caller } from '../http/caller.ts'
import { requireRecentProof } from './require-recent-proof.ts'

/**
 * Requires a recent proof before someone gets, or loses, rights to change the members of a project: with them they
 * could give themselves or others any further ones, and without its managers a project is at the mercy of those who
 * are left. `concerned`: the rights before and after. Throws `proof-needed`.
 */
export function requireProofForManagers(
  caller: Pick<Caller, 'actor' | 'provedAt'>,
  deps: Pick<Deps, 'now' | 'edition'>,
  concerned: readonly (Pick<OwnMembership, 'role'> | null)[],
): void {
  const isForManagers = concerned.some(
    (rights) => rights !== null && ROLE_ACTIONS[rights.role].has('members.manage'),
  )
  if (isForManagers) requireRecentProof(caller, deps)
}
