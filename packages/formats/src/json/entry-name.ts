import type { EntryPath } from '@dragoman/core'
import type { NamedText } from './json-dialect.ts'

/** Returns the name an app requests: the parts joined with dots. */
export function entryName(path: EntryPath): string {
  return path.join('.')
}

/**
 * Returns whether `a` is found rather than `b` if both have the same name: the nested path before the whole
 * name as one key before any other mixture, and of those the one with shorter first parts.
 */
export function isFoundFirst(a: NamedText, b: NamedText): boolean {
  const levels = entryName(a.path).split('.').length
  if (a.path.length === levels || b.path.length === levels) return a.path.length >= b.path.length
  if (a.path.length === 1 || b.path.length === 1) return a.path.length <= b.path.length
  const at = a.path.findIndex((part, i) => String(part) !== String(b.path[i]))
  return String(a.path[at]).length <= String(b.path[at]).length
}

/**
 * Returns whether a key is a dotted name. A sentence used as a key ends in a dot or has blanks after its
 * dots, and does not indicate the structure of the file.
 */
export function isDottedName(key: string): boolean {
  return key.includes('.') && /^\S+$/.test(key) && !key.endsWith('.')
}
