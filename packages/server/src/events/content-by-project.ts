import { append } from '@dragoman/core'
import type { NumberedEvent } from './subscriber.ts'

export type ContentChanged = Extract<NumberedEvent, { kind: 'content.changed' }>

/** The changes of one project's content that were read together. */
export type ContentChanges = { readonly projectId: number; readonly events: readonly ContentChanged[] }

/** Returns the changes of content among events, by project. */
export function contentByProject(events: readonly NumberedEvent[]): readonly ContentChanges[] {
  const byProject = new Map<number, ContentChanged[]>()
  for (const event of events) {
    if (event.kind !== 'content.changed' || event.projectId === null) continue
    append(byProject, event.projectId, event)
  }
  return Array.from(byProject, ([projectId, changes]) => ({ projectId, events: changes }))
}
