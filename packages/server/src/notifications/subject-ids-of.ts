import type { NotificationRow } from '@dragoman/store'

/** Returns the ids of what notifications are about. */
export function subjectIdsOf(rows: readonly NotificationRow[]): readonly number[] {
  return [...new Set(rows.flatMap(({ subjectId }) => subjectId ?? []))]
}
