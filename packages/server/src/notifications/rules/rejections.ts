import { isAbout, kindsOf, userIdOf } from '@dragoman/core'
import { openOfKeys, type Reader, rejectionById } from '@dragoman/store'
import type { ContentChanged } from '../../events/content-by-project.ts'
import { notifyAuthor } from '../notify-author.ts'
import type { Effect, NotificationRule } from '../rule.ts'

/** Translations that a reviewer sent back as drafts. */
export const followRejections = {
  async follow(r, event) {
    const { projectId } = event
    if (projectId === null || event.kind !== 'translation.rejected') return []
    const { rejectionId } = event.payload
    const rejection = await rejectionById(r, projectId, rejectionId)
    if (rejection === null) return []
    const { author, by, keyId, language, reason } = rejection
    // Of one that is valid again after an undo, the event names the person who undid that.
    const about = { projectId, keyId, language, subjectId: rejectionId, actorId: by.id }
    const payload = { text: reason.text, reason: reason.kind }
    const subject = `rejection:${rejectionId}`
    return notifyAuthor(author?.id ?? null, { ...about, kind: 'translation-rejected', subject, payload })
  },
  followContent: (r, { projectId, events }) => savedAgain(r, projectId, events),
  async sentBack(r, { projectId, subjectId }) {
    const rejection = await rejectionById(r, projectId, subjectId)
    return { written: rejection?.forms ?? null, proposed: rejection?.proposed ?? null }
  },
} satisfies NotificationRule

/** A text that was sent back is done when its author saves it again. */
async function savedAgain(
  r: Reader,
  projectId: number,
  events: readonly ContentChanged[],
): Promise<readonly Effect[]> {
  const writersOf = new Map<string, Set<number | null>>()
  const keyIds = new Set<number>()
  for (const { payload, actorId } of events)
    for (const { keyId, language } of payload.translations ?? []) {
      const text = `${keyId} ${language}`
      writersOf.set(text, (writersOf.get(text) ?? new Set()).add(userIdOf(actorId)))
      keyIds.add(keyId)
    }
  const effects: Effect[] = []
  for (const one of await openOfKeys(r, projectId, kindsOf('rejected'), [...keyIds])) {
    const writers = writersOf.get(`${one.keyId} ${one.language}`)
    if (writers === undefined) continue
    const isGone =
      isAbout(one.kind, 'rejection') && (await rejectionById(r, projectId, one.subjectId ?? 0)) === null
    if (writers.has(one.userId) || isGone)
      effects.push({ kind: 'done', projectId, subjects: [one.subject], userIds: [one.userId] })
  }
  return effects
}
