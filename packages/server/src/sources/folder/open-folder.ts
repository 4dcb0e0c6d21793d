import type { FolderSource } from '@dragoman/store'
import type { Log } from '../../log.ts'
import type { SourceTransport } from '../source-transport.ts'
import { rootStampOf } from './file-stamp.ts'
import { openFolderFiles } from './folder-files.ts'
import { followFolder } from './follow-folder.ts'
import { findLeftOut } from './left-out.ts'
import { requireFolder } from './require-folder.ts'
import { watchFolder } from './watch-folder.ts'

/** Opens a connected folder on disk. `onLeftOut` is called when what is left out changes. */
export function openFolder(
  source: FolderSource,
  { log, pollMs, onLeftOut }: { readonly log: Log; readonly pollMs: number; readonly onLeftOut: () => void },
): SourceTransport {
  const leftOut = findLeftOut(source, onLeftOut)
  const watch = followFolder({
    source,
    leftOut,
    log,
    pollMs,
    stampRoot: () => rootStampOf(source),
    watchFiles: (listener) => watchFolder(source.folder, source.pattern, listener),
  })
  const files = openFolderFiles(source, {
    async onScan(links) {
      await leftOut.keep(links)
      await watch.noteRoot()
    },
    onWritten: watch.noteFile,
  })
  return {
    files,
    watch,
    isWatching: watch.isWatching,
    leftOut: leftOut.list,
    snapshot: () => null,
    reach: () => requireFolder(source.folder),
  }
}
