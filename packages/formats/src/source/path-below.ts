import type { EntryPath } from '@dragoman/core'

/**
 * Returns the path of a part below `path`. An array created by spreading would reserve space for sixteen more
 * parts, for every entry of a file.
 */
export function pathBelow(path: EntryPath, part: string | number): EntryPath {
  const below = new Array<string | number>(path.length + 1)
  for (let i = 0; i < path.length; i++) below[i] = path[i] ?? part
  below[path.length] = part
  return below
}
