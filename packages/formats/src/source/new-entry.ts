import type { EntryPath, Span } from '@dragoman/core'
import type { Entry, EntryState, EntryUnit } from '../format.ts'

/**
 * The optional data of an entry in addition to its text; null, undefined and an empty comment all mean that
 * it is absent.
 */
export type EntryExtras = {
  readonly unit?: EntryUnit | null | undefined
  readonly source?: string | null | undefined
  readonly state?: EntryState | null | undefined
  readonly comment?: string | null | undefined
  readonly maxLength?: number | null | undefined
  readonly syntax?: string | null | undefined
  readonly details?: string | null | undefined
}

/** Creates an entry field by field: spreading objects took up to a quarter of the time of reading. */
export function newEntry(
  path: EntryPath,
  name: string,
  text: string,
  span: Span,
  extras: EntryExtras,
): Entry {
  const entry: { -readonly [K in keyof Entry]: Entry[K] } = { path, name, text, span }
  const { unit, source, state, comment, maxLength, syntax, details } = extras
  if (unit != null) entry.unit = unit
  if (source != null) entry.source = source
  if (state != null) entry.state = state
  if (comment != null && comment !== '') entry.comment = comment
  if (maxLength != null) entry.maxLength = maxLength
  if (syntax != null) entry.syntax = syntax
  if (details != null && details !== '') entry.details = details
  return entry
}
