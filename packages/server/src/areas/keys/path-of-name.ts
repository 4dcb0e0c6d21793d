import type { EntryPath } from '@dragoman/core'

/**
 * Returns the path of a key with this name in a file: split at dots in nested files, whole in flat ones. A
 * name with empty parts stays whole.
 */
export function pathOfName(name: string, { isNested }: { readonly isNested: boolean }): EntryPath {
  const parts = name.split('.')
  return isNested && parts.every((part) => part !== '') ? parts : [name]
}
