import { type Actor, isProgram, type Principal, type RecordedActor, userIdOf } from '@dragoman/core'
import {
  allowAll,
  databaseTimeMs,
  type JobRow,
  jobById,
  type Reader,
  type Requester,
  tokenLimits,
  userById,
} from '@dragoman/store'
import type { Caller } from '../http/caller.ts'
import { allowFor } from './allow-for.ts'
import { principalOf } from './principal-of.ts'
import { requireActor } from './require-actor.ts'

/** Returns the caller and what they can change in a project. Throws `not-signed-in`. */
export function requesterOf(caller: Caller, projectId: number): Requester {
  const { id, name } = requireActor(caller)
  return { actor: { id, name }, allow: allowFor(caller.actor, projectId) }
}

/**
 * Returns the person who started a job and what they can change now: rights revoked in the meantime no longer
 * apply in its next step. Jobs that the program started itself can do everything.
 */
export async function starterOf(
  r: Reader,
  { startedBy, startedWithToken, projectId }: Pick<JobRow, 'startedBy' | 'startedWithToken' | 'projectId'>,
): Promise<Requester> {
  if (isProgram(startedBy.id)) return actsFreely(startedBy)
  const principal = await principalNow(r, { by: startedBy, tokenId: startedWithToken })
  return { actor: startedBy, allow: allowFor(principal, projectId) }
}

/**
 * Returns the person who asked a job to stop, and what they can change now: what is undone then is theirs. The
 * starter, if that was they or no one.
 */
export async function cancellerOf(r: Reader, job: JobRow): Promise<Requester> {
  const { cancelledBy, cancelledWithToken } = (await jobById(r, job.id)) ?? job
  if (cancelledBy === null || cancelledBy.id === job.startedBy.id) return starterOf(r, job)
  return starterOf(r, { ...job, startedBy: cancelledBy, startedWithToken: cancelledWithToken })
}

/**
 * Returns someone who requested something earlier, with what they can do now. Null if they were suspended or
 * removed, or if the token was revoked or has expired.
 */
export async function principalNow(
  r: Reader,
  { by, tokenId }: { readonly by: RecordedActor; readonly tokenId: number | null },
): Promise<Principal | null> {
  const userId = userIdOf(by.id)
  const user = userId === null ? null : await userById(r, userId)
  // By the time of the database, which all processes share.
  const at = async () => new Date(await databaseTimeMs(r)).toISOString()
  const token = tokenId === null ? null : await tokenLimits(r, tokenId, await at())
  const isGone = user === null || user.suspendedAt !== null || (tokenId !== null && token === null)
  return isGone ? null : principalOf(r, user, token)
}

/** A part of the program, which can do everything. */
export function actsFreely(actor: Actor): Requester {
  return { actor, allow: allowAll }
}
