import { ROLE_ACTIONS } from '@dragoman/core'
import type { OwnMembership } from '@dragoman/store'
import type { Deps } from '../deps.ts'
import type { Caller } from '../http/caller.ts'
import { requireRecentProof } from './require-recent-proof.ts'

/**
 * Requires a recent proof before someone gets rights to change the members of a project: they could give
 * themselves or others any further ones. Throws `proof-needed`.
 */
export function requireProofForManagers(
  caller: Pick<Caller, 'actor' | 'provedAt'>,
  deps: Pick<Deps, 'now' | 'isFolderMode'>,
  given: readonly (Pick<OwnMembership, 'role'> | null)[],
): void {
  const isForManagers = given.some(
    (rights) => rights !== null && ROLE_ACTIONS[rights.role].has('members.manage'),
  )
  if (isForManagers) requireRecentProof(caller, deps)
}
