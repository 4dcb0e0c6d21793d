import { append } from '@dragoman/core'
import { ALL_FORMATS } from '../all.ts'
import type { FileFamily } from '../file-family.ts'
import type { Format } from '../format.ts'

/** A family of files with the formats that declare it, the usual one first. */
export type Family = FileFamily & { readonly formats: readonly Format[] }

/**
 * Returns the possible kinds of a file by its name; null for files that never contain translations.
 * `extension` is spelled as in the path.
 */
export function familyOf(path: string): { readonly family: Family; readonly extension: string } | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const families = byEnd.get(endOf(name).toLowerCase())
  if (families === undefined) return null
  const lower = name.toLowerCase()
  for (const [end, own] of families) {
    if (lower.endsWith(end) && lower !== end) return { family: own, extension: name.slice(-end.length) }
  }
  return null
}

/** Families by the last part of their extensions, longer extensions first. */
const byEnd = new Map<string, (readonly [string, Family])[]>()

const formatsOf = new Map<FileFamily, Format[]>()
for (const format of ALL_FORMATS) for (const family of format.families) append(formatsOf, family, format)
for (const [declared, formats] of formatsOf) {
  const family: Family = { ...declared, formats }
  for (const extension of family.extensions) append(byEnd, endOf(extension), [extension, family])
}
for (const families of byEnd.values()) families.sort(([a], [b]) => b.length - a.length)

function endOf(name: string): string {
  return name.slice(name.lastIndexOf('.'))
}
