import { basename } from 'node:path'
import { type Actor, actorId } from '@dragoman/core'
import type { SourceRow } from '@dragoman/store'

/** Who brings what a folder says: its sync, under the name of the folder. */
export function sourceActor({ id, folder }: Pick<SourceRow, 'id' | 'folder'>): Actor {
  return { id: actorId('sync', id), name: basename(folder) }
}
