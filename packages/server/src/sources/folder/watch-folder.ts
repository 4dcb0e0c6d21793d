import { join } from 'node:path'
import { isIgnoredFolder, matchFile } from '@dragoman/formats'
import { watch } from 'chokidar'
import { couldHold } from './could-hold.ts'
import { fixedParts } from './fixed-part.ts'
import { relativePath } from './scan-folder.ts'

export type Watch = { readonly ready: Promise<void>; readonly close: () => Promise<void> }

export type WatchListener = {
  /** A locale file came, changed or went. */
  readonly onPath: (path: string) => void
  /** A link came, changed or went where files of the pattern could be. It is not followed. */
  readonly onLink: (path: string) => void
}

/**
 * Tells of what happens to the locale files of a pattern, by relative paths. Only the folders the pattern can
 * reach are watched, none behind a link.
 */
export function watchFolder(folder: string, pattern: string, { onPath, onLink }: WatchListener): Watch {
  const roots = fixedParts(pattern).map((part) => join(folder, part))
  const watcher = watch(roots, {
    ignoreInitial: true,
    persistent: true,
    followSymlinks: false,
    ignored: (path, stats) => {
      const relative = relativePath(folder, path)
      if (roots.includes(path) || relative === '') return false
      if (isIgnoredFolder(relative.slice(relative.lastIndexOf('/') + 1))) return true
      return stats?.isFile() === true && matchFile(pattern, relative) === null
    },
  })
  const tell = (path: string) => {
    const relative = relativePath(folder, path)
    if (matchFile(pattern, relative) !== null) onPath(relative)
    else if (couldHold(pattern, relative)) onLink(relative)
  }
  watcher.on('add', tell)
  watcher.on('change', tell)
  watcher.on('unlink', tell)
  // A folder that cannot be watched is still looked at by the regular comparison.
  watcher.on('error', () => {})
  const ready = new Promise<void>((resolve) => {
    watcher.on('ready', () => resolve())
  })
  return { ready, close: () => watcher.close() }
}
