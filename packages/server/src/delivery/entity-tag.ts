/**
 * Whether an `If-None-Match` header names the tag: it can list several, weak ones, or be `*` (RFC 9110
 * §13.1.2). A malformed list names none.
 */
export function namesTag(header: string, etag: string): boolean {
  if (header === etag || header === '*') return true
  if (!header.includes(etag)) return false
  if (!TAG_LIST.test(header)) return false
  return (header.match(TAGS) ?? []).some((tag) => tag.replace(/^W\//, '') === etag)
}

/** An entity tag can contain commas, so a list cannot be split at them. */
const TAG = String.raw`(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"`
const TAGS = new RegExp(TAG, 'g')
/** Empty members are allowed (RFC 9110 §5.6.1). */
const TAG_LIST = new RegExp(`^[ \\t]*(?:,[ \\t]*)*${TAG}[ \\t]*(?:,[ \\t]*(?:${TAG}[ \\t]*)?)*$`)
