import { deleteSession, recordAudit, type Writer } from '@dragoman/store'
import type { Caller } from '../../http/caller.ts'

/** Ends the session of the caller, if there is one, and records that in the audit log. */
export async function endOwnSession(
  w: Writer,
  { sessionHash, user, origin }: Pick<Caller, 'sessionHash' | 'user' | 'origin'>,
): Promise<void> {
  if (sessionHash === null) return
  await deleteSession(w, sessionHash)
  if (user !== null)
    await recordAudit(w, { kind: 'session.ended', projectId: null, origin, target: user.name, details: {} })
}
