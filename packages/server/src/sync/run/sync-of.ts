import { basename } from 'node:path'
import { actorId } from '@dragoman/core'
import type { Requester, SourcePlace, SourceRow } from '@dragoman/store'
import { actsFreely } from '../../access/requester-of.ts'

/** Who brings what a source says: its sync, under the name of the folder. */
export function syncOf(source: SourcePlace & Pick<SourceRow, 'id'>): Requester {
  return actsFreely({ id: actorId('sync', source.id), name: basename(sourceOrigin(source)) })
}

/** Where the texts of a source come from, as its operations say it. */
export function sourceOrigin(source: SourcePlace): string {
  switch (source.kind) {
    case 'folder':
      return source.folder
    default:
      return source.kind satisfies never
  }
}
