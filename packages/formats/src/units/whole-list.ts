import type { EntryPath } from '@dragoman/core'
import type { Format } from '../format.ts'

/** Returns the name of the list that an item belongs to, if programs use a list only as a whole; null: none. */
export function wholeListOf(
  { hasWholeLists }: Pick<Format, 'hasWholeLists'>,
  { path }: { readonly path: EntryPath },
): string | null {
  return hasWholeLists === true && typeof path.at(-1) === 'number' ? path.slice(0, -1).join('.') : null
}
