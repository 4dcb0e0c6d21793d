import type { GitSource } from '@dragoman/store'

/**
 * Returns the id of the source that a copy of a repository is named after. Translation branches share the copy of the
 * branch that they are compared with.
 */
export function copyOf({ id, into }: Pick<GitSource, 'id' | 'into'>): number {
  return into?.sourceId ?? id
}
