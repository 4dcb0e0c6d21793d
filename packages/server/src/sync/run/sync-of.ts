import { basename } from 'node:path'
import { actorId } from '@dragoman/core'
import type { OperationRow, Requester, SourceLocation, SourceRow } from '@dragoman/store'
import { actsFreely } from '../../access/requester-of.ts'

/** Returns who makes the changes from a source: its sync, under the name of the folder or repository. */
export function syncOf(source: SourceLocation & Pick<SourceRow, 'id'>): Requester {
  return actsFreely({ id: actorId('sync', source.id), name: basename(sourceOrigin(source)) })
}

/** Whether an operation brought in texts of a source: others can have the same origin, and merges the same actor. */
export function isFromSource(
  source: SourceLocation & Pick<SourceRow, 'id'>,
  { actor, summary }: Pick<OperationRow, 'actor' | 'summary'>,
): boolean {
  return actor.id === actorId('sync', source.id) && summary.origin === sourceOrigin(source)
}

/** Returns the origin of a source's texts, as shown for its operations. */
export function sourceOrigin(source: SourceLocation): string {
  switch (source.kind) {
    case 'folder':
      return source.folder
    case 'git':
      return source.repository
    default:
      return source satisfies never
  }
}
