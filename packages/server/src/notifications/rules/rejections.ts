import { append, isAbout, kindsOf, userIdOf } from '@dragoman/core'
import { openOfKeys, type Reader, rejectionById } from '@dragoman/store'
import type { ContentChanges } from '../../events/content-by-project.ts'
import { notifyAuthor } from '../notify-author.ts'
import type { Effect, NotificationRule, UnwrittenNotification } from '../rule.ts'

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
  followContent: (r, changes, _now, unwritten) => savedAgain(r, changes, unwritten),
  async sentBack(r, { projectId, subjectId }) {
    const rejection = await rejectionById(r, projectId, subjectId)
    return { written: rejection?.forms ?? null, proposed: rejection?.proposed ?? null }
  },
} satisfies NotificationRule

/** A text that was sent back is done when its author saves it again. */
async function savedAgain(
  r: Reader,
  { projectId, events }: ContentChanges,
  unwritten: readonly UnwrittenNotification[],
): Promise<readonly Effect[]> {
  const writesOf = new Map<string, Write[]>()
  const keyIds = new Set<number>()
  for (const { payload, actorId, position } of events)
    for (const { keyId, language } of payload.translations ?? []) {
      append(writesOf, `${keyId} ${language}`, { userId: userIdOf(actorId), eventNumber: position.number })
      keyIds.add(keyId)
    }
  const kinds = kindsOf('rejected')
  const written = (await openOfKeys(r, projectId, kinds, [...keyIds])).map((one) => ({
    ...one,
    eventNumber: 0,
  }))
  const sentBack = unwritten.filter((one) => one.projectId === projectId && kinds.includes(one.kind))
  const effects: Effect[] = []
  for (const one of [...written, ...sentBack]) {
    const writes = writesOf.get(`${one.keyId} ${one.language}`)
    if (writes === undefined) continue
    const isGone =
      isAbout(one.kind, 'rejection') && (await rejectionById(r, projectId, one.subjectId ?? 0)) === null
    const isSaved = writes.some((write) => write.userId === one.userId && write.eventNumber > one.eventNumber)
    if (isSaved || isGone)
      effects.push({ kind: 'done', projectId, subjects: [one.subject], userIds: [one.userId] })
  }
  return effects
}

type Write = { readonly userId: number | null; readonly eventNumber: number }
