import { kindsAbout } from '@dragoman/core'
import { type Reader, suggestionById } from '@dragoman/store'
import { endOthers } from '../end-others.ts'
import { notifyAuthor } from '../notify-author.ts'
import type { Effect, NotificationRule } from '../rule.ts'

/** Decisions on people's suggestions, until they are undone. */
export const followSuggestions: NotificationRule = {
  async follow(r, event) {
    const { projectId } = event
    if (projectId === null || event.kind !== 'suggestion.changed') return []
    const { suggestionId, what } = event.payload
    if (what === 'reopened') return undone(r, projectId, suggestionId)
    if (what !== 'accepted' && what !== 'rejected') return []
    const suggestion = await suggestionById(r, projectId, suggestionId)
    // It can be open again by now.
    if (suggestion === null || suggestion.state !== what) return []
    const { author, keyId, language, decision } = suggestion
    const about = { projectId, keyId, language, subjectId: suggestionId, actorId: event.actorId }
    const reason = decision?.reason ?? null
    const payload = reason === null ? {} : { text: reason.text, reason: reason.kind }
    // A decision after one that was undone is a new one.
    const subject = `suggestion:${suggestionId}:${decision?.operationId ?? 0}`
    return notifyAuthor(author.id, { ...about, kind: `suggestion-${what}`, subject, payload })
  },
  async sentBack(r, { projectId, subjectId, kind }) {
    const suggestion = kind === 'suggestion-rejected' ? await suggestionById(r, projectId, subjectId) : null
    return { written: suggestion?.forms ?? null, proposed: null }
  },
}

/** What was decided on a suggestion that is open again concerns its author no longer. */
async function undone(r: Reader, projectId: number, subjectId: number): Promise<readonly Effect[]> {
  return Promise.all(kindsAbout('suggestion').map((kind) => endOthers(r, { projectId, kind, subjectId })))
}
