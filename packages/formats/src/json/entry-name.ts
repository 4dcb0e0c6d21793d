import { type EntryPath, isKeyName } from '@dragoman/core'

/** The name an app asks for: i18next's default separator between the parts. */
export function entryName(path: EntryPath): string {
  return path.join('.')
}

/** Whether an object key can be part of a name: not empty, no control characters, no half of a character. */
export function isUsableKey(key: string): boolean {
  return isKeyName(key) && !/\p{Surrogate}/u.test(key)
}

/**
 * Whether i18next would answer with `a` rather than `b` where both have the same name. It follows the nested path first and
 * passes over an empty text there; then it looks for the whole name as one key; then it tries shorter parts before longer ones.
 */
export function isPreferred(
  a: { readonly path: EntryPath; readonly text: string },
  b: { readonly path: EntryPath; readonly text: string },
): boolean {
  if ((a.text === '') !== (b.text === '')) return b.text === ''
  const levels = entryName(a.path).split('.').length
  if (a.path.length === levels || b.path.length === levels) return a.path.length >= b.path.length
  if (a.path.length === 1 || b.path.length === 1) return a.path.length <= b.path.length
  return firstDifference(a.path, b.path)
}

function firstDifference(a: EntryPath, b: EntryPath): boolean {
  const at = a.findIndex((part, i) => String(part) !== String(b[i]))
  return String(a[at]).length <= String(b[at]).length
}
