import { type Actor, isProgram, userIdOf } from '@dragoman/core'
import { allowAll, type JobRow, type Reader, type Requester, tokenLimits, userById } from '@dragoman/store'
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
  { startedBy, startedWithToken, projectId }: Pick<JobRow, 'startedBy' | 'startedWithToken' | 'projectId'>,
): Promise<Requester> {
  if (isProgram(startedBy.id)) return actsFreely(startedBy)
  const userId = userIdOf(startedBy.id)
  const user = userId === null ? null : await userById(r, userId)
  const token =
    startedWithToken === null ? null : await tokenLimits(r, startedWithToken, new Date().toISOString())
  // A person who was suspended, or a token that was revoked meanwhile, leaves nothing.
  const isGone = user === null || user.suspendedAt !== null || (startedWithToken !== null && token === null)
  return { actor: startedBy, allow: allowFor(isGone ? null : await principalOf(r, user, token), projectId) }
}

/** A part of the program, which may do everything. */
export function actsFreely(actor: Actor): Requester {
  return { actor, allow: allowAll }
}
