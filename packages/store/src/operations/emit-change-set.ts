import type { ActorId } from '@dragoman/core'
import type { Writer } from '../store.ts'
import type { ChangeSet } from '../types.ts'

/** Emits the event that says what an operation changed. */
export function emitChangeSet(
  w: Writer,
  { projectId, ...payload }: ChangeSet,
  actorId: ActorId | null,
): void {
  w.emit({ kind: 'content.changed', projectId, actorId, payload })
}
