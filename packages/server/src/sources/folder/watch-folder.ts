import { join } from 'node:path'
import { isIgnoredFolder } from '@dragoman/core'
import { matchFile } from '@dragoman/formats'
import { watch } from 'chokidar'
import { couldHold } from './could-hold.ts'
import { fixedParts, foldersNamed } from './fixed-part.ts'
import { relativePath } from './scan-folder.ts'

export type Watch = {
  /** Resolves when everything is watched, or when it is closed before that. */
  readonly ready: Promise<void>
  readonly close: () => Promise<void>
}

export type WatchListener = {
  /** A locale file was added, changed or removed. */
  readonly onPath: (path: string) => void
  /** A link was added, changed or removed where files of the pattern could be. It is not followed. */
  readonly onLink: (path: string) => void
}

/**
 * Reports what happens to the locale files of a pattern, by relative paths. Only folders that the pattern can
 * reach are watched, none behind a link.
 */
export function watchFolder(folder: string, pattern: string, { onPath, onLink }: WatchListener): Watch {
  const roots = fixedParts(pattern).map((part) => join(folder, part))
  const named = foldersNamed(pattern)
  const watcher = watch(roots, {
    ignoreInitial: true,
    persistent: true,
    followSymlinks: false,
    ignored: (path, stats) => {
      const relative = relativePath(folder, path)
      if (roots.includes(path) || relative === '') return false
      const name = relative.slice(relative.lastIndexOf('/') + 1)
      if (isIgnoredFolder(name) && !named.has(name)) return true
      return stats?.isFile() === true && matchFile(pattern, relative) === null
    },
  })
  const notify = (path: string) => {
    const relative = relativePath(folder, path)
    if (matchFile(pattern, relative) !== null) onPath(relative)
    else if (couldHold(pattern, relative)) onLink(relative)
  }
  watcher.on('add', notify)
  watcher.on('change', notify)
  watcher.on('unlink', notify)
  // A folder that cannot be watched is still checked by the regular comparison.
  watcher.on('error', () => {})
  let endScan = () => {}
  const ready = new Promise<void>((resolve) => {
    endScan = resolve
    watcher.on('ready', endScan)
  })
  return {
    ready,
    async close() {
      // A watcher that is closed does not report that it is ready.
      endScan()
      // If a watched file is deleted at the same time, chokidar adds its folder after `close`, which opens a watcher
      // that nothing closes: the process would never end.
      watcher.add = () => watcher
      await watcher.close()
    },
  }
}
