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
