import { userIdOf } from '@dragoman/core'
import { projectPeople, releaseById, scheduledMoveById } from '@dragoman/store'
import { endOthers, notifyOfSubject } from '../end-others.ts'
import { managersOf } from '../managers-of.ts'
import type { NotificationRule } from '../rule.ts'

/**
 * A scheduled move that failed needs a manager, and the person who scheduled it if they are still a member,
 * until someone schedules it again or removes it.
 */
export const followScheduledMoves: NotificationRule = {
  async follow(r, event) {
    if (event.kind !== 'scheduled-move.changed' || event.projectId === null) return []
    const { projectId } = event
    const { moveId, what } = event.payload
    const failed = { projectId, kind: 'move-failed', subjectId: moveId } as const
    const move = await scheduledMoveById(r, moveId)
    if (move === null || move.failure === null || what !== 'failed') return [await endOthers(r, failed)]
    const subject = `scheduled-move:${moveId}:${move.failedAt}`
    const release = (await releaseById(r, move.releaseId))?.number ?? 0
    const payload = { text: `v${release} → ${move.channel}` }
    const userId = userIdOf(move.by.id)
    const people = await projectPeople(r, projectId, '')
    const isMember = userId !== null && [...people.values()].some((one) => one.userId === userId)
    const recipients = new Set([...(await managersOf(r, projectId)), ...(isMember ? [userId] : [])])
    return notifyOfSubject(r, failed, { subject, payload, userIds: [...recipients] })
  },
}
