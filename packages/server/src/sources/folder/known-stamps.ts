import { join } from 'node:path'
import { stampOf } from './file-stamp.ts'

/** The stamp of each file when it was last read or written, to find changes that watching missed. */
export type KnownStamps = {
  readonly note: (path: string, stamp: string) => void
  /** Notes the files as they are now. */
  readonly noteCurrent: (paths: Iterable<string>) => Promise<void>
  /** Returns those of the files, by default of all known ones, that have changed since. */
  readonly changed: (paths?: Iterable<string>) => Promise<readonly string[]>
}

export function openKnownStamps(folder: string): KnownStamps {
  const stamps = new Map<string, string>()
  return {
    note: (path, stamp) => void stamps.set(path, stamp),
    async noteCurrent(paths) {
      for (const path of paths) stamps.set(path, await stampOf(join(folder, path)))
    },
    async changed(paths = [...stamps.keys()]) {
      const changed: string[] = []
      for (const path of paths) {
        const stamp = stamps.get(path)
        if (stamp !== undefined && stamp !== (await stampOf(join(folder, path)))) changed.push(path)
      }
      return changed
    },
  }
}
