import type { SourceRow } from '@dragoman/store'
import type { Log } from '../../log.ts'
import type { Transport } from '../../sync/run/transport.ts'
import { openFolderFiles } from './folder-files.ts'
import { followFolder } from './follow-folder.ts'
import { findLeftOut, type LeftOut } from './left-out.ts'

/** A connected folder on the disk. */
export type FolderTransport = Transport & {
  readonly isWatching: () => boolean
  /** What lies where files of the pattern could be and is not read. */
  readonly leftOut: () => readonly LeftOut[]
}

/** `onLeftOut` hears when what is left out becomes something else. */
export function openFolder(
  source: SourceRow,
  { log, onLeftOut }: { readonly log: Log; readonly onLeftOut: () => void },
): FolderTransport {
  const leftOut = findLeftOut(source, onLeftOut)
  const watch = followFolder({ source, leftOut, log })
  const files = openFolderFiles(source, {
    async onScan(links) {
      await leftOut.keep(links)
      await watch.noteRoot()
    },
    onWritten: watch.noteFile,
  })
  return { files, watch, isWatching: watch.isWatching, leftOut: leftOut.list }
}
