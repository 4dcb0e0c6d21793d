import { type ActorId, userIdOf } from '@dragoman/core'
import { type NewNotification, rejectionById, suggestionById } from '@dragoman/store'
import type { NotificationRule } from '../rule.ts'

/** Decisions on people's suggestions, and translations that were sent back. */
export const followDecisions: NotificationRule = {
  async follow(r, event) {
    const { projectId } = event
    if (projectId === null) return []
    if (event.kind === 'translation.rejected') {
      const { rejectionId } = event.payload
      const rejection = await rejectionById(r, projectId, rejectionId)
      if (rejection === null) return []
      const { author, keyId, language, reason } = rejection
      const about = { projectId, keyId, language, subjectId: rejectionId, actorId: event.actorId }
      const payload = { text: reason.text, reason: reason.kind }
      const subject = `rejection:${rejectionId}`
      return notify(author?.id ?? null, { ...about, kind: 'translation-rejected', subject, payload })
    }
    if (event.kind !== 'suggestion.changed') return []
    const { suggestionId, what } = event.payload
    if (what !== 'accepted' && what !== 'rejected') return []
    const suggestion = await suggestionById(r, projectId, suggestionId)
    // It can be open again by now.
    if (suggestion === null || suggestion.state !== what) return []
    const { author, keyId, language, decision } = suggestion
    const about = { projectId, keyId, language, subjectId: suggestionId, actorId: event.actorId }
    const reason = decision?.reason ?? null
    const payload = reason === null ? {} : { text: reason.text, reason: reason.kind }
    const subject = `suggestion:${suggestionId}`
    return notify(author.id, { ...about, kind: `suggestion-${what}`, subject, payload })
  },
}

function notify(of: ActorId | null, notification: Omit<NewNotification, 'userId'>) {
  const userId = userIdOf(of)
  if (userId === null || of === notification.actorId) return []
  return [{ kind: 'notify' as const, notifications: [{ ...notification, userId }] }]
}
