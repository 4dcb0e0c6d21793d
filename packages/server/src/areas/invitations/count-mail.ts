import { Failure } from '@dragoman/contract'
import { LIMITS, secondsToWait } from '@dragoman/core'
import { countAttempt, type InvitedTo, type Writer } from '@dragoman/store'

const HOUR_MS = 60 * 60 * 1000

/**
 * Counts the email of an invitation for its project, or for the instance. Throws `too-many-requests`; the
 * whole call then has no effect, so that no link is lost that no one has seen.
 */
export async function countMail(w: Writer, invitedTo: InvitedTo, nowMs: number): Promise<void> {
  const name = `invitation mails ${invitedTo.to === 'project' ? invitedTo.projectId : 'of the instance'}`
  const { count, untilMs } = await countAttempt(w, { name, nowMs, windowMs: HOUR_MS })
  if (count <= LIMITS.invitationMailsPerHour) return
  throw new Failure('too-many-requests', {
    what: 'invitation-mails',
    retryAfterS: secondsToWait(untilMs - nowMs),
  })
}
