import { suggestionById } from '@dragoman/store'
import { notifyAuthor } from '../notify-author.ts'
import type { NotificationRule } from '../rule.ts'

/** Decisions on people's suggestions. */
export const followSuggestions: NotificationRule = {
  async follow(r, event) {
    const { projectId } = event
    if (projectId === null || event.kind !== 'suggestion.changed') return []
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
    return notifyAuthor(author.id, { ...about, kind: `suggestion-${what}`, subject, payload })
  },
  async sentBack(r, { projectId, subjectId, kind }) {
    const suggestion = kind === 'suggestion-rejected' ? await suggestionById(r, projectId, subjectId) : null
    return { written: suggestion?.forms ?? null, proposed: null }
  },
}
