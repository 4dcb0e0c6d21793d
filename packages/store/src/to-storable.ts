/**
 * Replaces U+0000, which PostgreSQL rejects in texts and Node.js 22 reads no further than: a search for what
 * cannot be stored finds nothing, without an error.
 */
const REPLACEMENT = '\ufffd'

/** Returns the value in a form that every database can store. */
export function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', REPLACEMENT) : value
  return Array.isArray(value) ? value.map(toStorable) : value
}
