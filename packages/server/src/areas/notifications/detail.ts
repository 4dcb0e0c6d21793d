import type { api, ReplyOf } from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import {
  type NotificationRow,
  type ProjectRow,
  type Reader,
  rejectionById,
  suggestionById,
  translation,
} from '@dragoman/store'

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
    ...(await sentBack(r, project, row)),
  }
}

/** Returns what was sent back, and what was proposed instead. */
async function sentBack(
  r: Reader,
  project: ProjectRow,
  { kind, subjectId }: NotificationRow,
): Promise<{ readonly written: Forms | null; readonly proposed: Forms | null }> {
  if (subjectId !== null && kind === 'translation-rejected') {
    const rejection = await rejectionById(r, project.id, subjectId)
    return { written: rejection?.forms ?? null, proposed: rejection?.proposed ?? null }
  }
  if (subjectId !== null && kind === 'suggestion-rejected') {
    const suggestion = await suggestionById(r, project.id, subjectId)
    return { written: suggestion?.forms ?? null, proposed: null }
  }
  return { written: null, proposed: null }
}
