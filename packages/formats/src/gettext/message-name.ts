import type { PoMessage } from './scan-po.ts'

/** Separates a context and a msgid, as in gettext's own catalogs (EOT). */
export const CONTEXT_END = '\u0004'

/** Returns the name by which gettext looks up a message. */
export function messageName({ fields }: PoMessage): string {
  const [first, second] = fields
  return first?.keyword === 'msgctxt'
    ? `${first.text}${CONTEXT_END}${second?.text ?? ''}`
    : (first?.text ?? '')
}
