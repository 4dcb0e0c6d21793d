import { basename } from 'node:path'
import { actorId } from '@dragoman/core'
import type { Requester, SourceRow } from '@dragoman/store'
import { actsFreely } from '../../access/requester-of.ts'

/** Who brings what a folder says: its sync, under the name of the folder. */
export function syncOf({ id, folder }: Pick<SourceRow, 'id' | 'folder'>): Requester {
  return actsFreely({ id: actorId('sync', id), name: basename(folder) })
}
