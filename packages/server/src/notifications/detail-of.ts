import type { api, ReplyOf } from '@dragoman/contract'
import { type NotificationRow, type ProjectRow, type Reader, translation } from '@dragoman/store'
import { ruleOf } from './all-rules.ts'

type Detail = Omit<ReplyOf<typeof api.notifications.get>, 'item'>

/** Returns the current texts that a notification is about. */
export async function detailOf(r: Reader, project: ProjectRow, row: NotificationRow): Promise<Detail> {
  const { sourceLanguage } = project
  const nothing = { sourceLanguage, source: null, written: null, proposed: null, current: null }
  if (row.keyId === null) return nothing
  const source = await translation(r, project.id, row.keyId, sourceLanguage)
  const current = row.language === null ? null : await translation(r, project.id, row.keyId, row.language)
  return {
    ...nothing,
    source: source && { ...source.forms },
    current: current && { forms: { ...current.forms }, version: current.version },
    ...(row.subjectId === null
      ? {}
      : await ruleOf(row).sentBack?.(r, { projectId: project.id, subjectId: row.subjectId, kind: row.kind })),
  }
}
