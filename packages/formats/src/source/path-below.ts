import type { EntryPath } from '@dragoman/core'

/**
 * The path of a part of what stands at `path`. An array made by spreading keeps room for sixteen more parts,
 * of every entry of a file.
 */
export function pathBelow(path: EntryPath, part: string | number): EntryPath {
  const below = new Array<string | number>(path.length + 1)
  for (let i = 0; i < path.length; i++) below[i] = path[i] ?? part
  below[path.length] = part
  return below
}
