import type { SourceRow } from '@dragoman/store'
import type { SourceFiles } from '../sync/source-files.ts'
import { openFolderFiles } from './folder/folder-files.ts'

/** The files of a source, of whatever kind it is. */
export function openSourceFiles(source: SourceRow): SourceFiles {
  switch (source.kind) {
    case 'folder':
      return openFolderFiles(source)
    default:
      return source.kind satisfies never
  }
}
