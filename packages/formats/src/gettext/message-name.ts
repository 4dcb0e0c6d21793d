import { CONTEXT_END } from '../source/context-end.ts'
import type { PoMessage } from './scan-po.ts'

/**
 * Returns the name by which gettext looks up a message. A context or msgid that contains the separator itself, which
 * `msgfmt` refuses, would have the name of another message: the result then contains U+0000, like all unusable names.
 */
export function messageName({ fields }: PoMessage): string {
  const [first, second] = fields
  const parts = first?.keyword === 'msgctxt' ? [first.text, second?.text ?? ''] : [first?.text ?? '']
  const name = parts.join(CONTEXT_END)
  return parts.some((part) => part.includes(CONTEXT_END)) ? `\u0000${name}` : name
}
