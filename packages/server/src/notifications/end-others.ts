import { type NewNotification, openSubjects, type Reader } from '@dragoman/store'
import type { Effect } from './rule.ts'

/**
 * Ends open notifications of one kind about one thing, except those of a subject. Their subjects contain when it
 * happened: someone who marked one as done is notified when the same happens again.
 */
export async function endOthers(
  r: Reader,
  about: Pick<NewNotification, 'projectId' | 'kind' | 'subjectId'>,
  subject: string | null = null,
): Promise<Effect> {
  const over = (await openSubjects(r, about)).filter((one) => one !== subject)
  return { kind: 'done', projectId: about.projectId, subjects: over }
}

/** Notifies people of a subject, and ends the notifications of others of the same kind about the same thing. */
export async function notifyOfSubject(
  r: Reader,
  about: Pick<NewNotification, 'projectId' | 'kind' | 'subjectId'>,
  { userIds, ...of }: Pick<NewNotification, 'subject' | 'payload'> & { readonly userIds: readonly number[] },
): Promise<readonly Effect[]> {
  const shared = { ...about, ...of, keyId: null, language: null, actorId: null }
  const notifications = userIds.map((userId) => ({ ...shared, userId }))
  return [await endOthers(r, about, of.subject), { kind: 'notify', notifications }]
}
