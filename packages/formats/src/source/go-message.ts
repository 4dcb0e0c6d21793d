/** Members of a message of go-i18n 2 other than its forms (`reservedKeys` in go-i18n's parse.go). */
const PARTS: ReadonlySet<string> = new Set([
  'id',
  'description',
  'hash',
  'leftDelim',
  'rightDelim',
  'leftdelim',
  'rightdelim',
])

/** Returns whether go-i18n 2 reads a member of a message with this name as something other than a form. */
export function isGoMessagePart(name: string): boolean {
  return PARTS.has(name)
}
