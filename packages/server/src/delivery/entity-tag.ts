/** Whether an `If-None-Match` header names the tag: it may list several, weak ones, or be `*` (RFC 9110 §13.1.2). */
export function namesTag(header: string, etag: string): boolean {
  if (header === etag || header === '*') return true
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
