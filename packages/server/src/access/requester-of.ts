import { type Actor, userIdOf } from '@dragoman/core'
import { allowAll, type JobRow, type Reader, type Requester, userById } from '@dragoman/store'
import type { Caller } from '../http/caller.ts'
import { allowFor } from './allow-for.ts'
import { principalOf } from './principal-of.ts'
import { requireActor } from './require-actor.ts'

/** Who makes a call, with what they may change in a project. Throws `not-signed-in`. */
export function requesterOf(caller: Caller, projectId: number): Requester {
  const { id, name } = requireActor(caller)
  return { actor: { id, name }, allow: allowFor(caller.actor, projectId) }
}

/**
 * Who started a job, with what they may change now: rights that were taken away meanwhile are gone in its next
 * step. What the program started itself may do everything.
 */
export async function starterOf(
  r: Reader,
  { startedBy, projectId }: Pick<JobRow, 'startedBy' | 'projectId'>,
): Promise<Requester> {
  const userId = userIdOf(startedBy.id)
  if (userId === null) return actsFreely(startedBy)
  const user = await userById(r, userId)
  return { actor: startedBy, allow: allowFor(user && (await principalOf(r, user)), projectId) }
}

/** A part of the program, which may do everything. */
export function actsFreely(actor: Actor): Requester {
  return { actor, allow: allowAll }
}
