import type { Part } from '../part.ts'
import { type Rule, scanner } from '../scan/scanner.ts'

/**
 * Returns the pieces of a message that cannot be parsed as a whole: every argument that is valid on its own,
 * and the tags.
 */
export function brokenIcu(text: string): readonly Part[] {
  return pieces.parse(text).parts
}

const RULES: readonly Rule[] = [
  {
    on: "'",
    pattern: /''|'[{}|#][^']{0,200}'/y,
    read: ([whole]) => ({ kind: 'escape', value: whole.length === 2 ? "'" : whole.slice(1, -1) }),
  },
  {
    on: '{',
    pattern: /\{\s{0,20}([\p{L}\d_][\p{L}\d_.-]{0,100})\s{0,20}(?:,([^{}\n]{1,100}))?\}/uy,
    read: ([, name = '', format]) => ({ kind: 'placeholder', name, format: format?.trim() ?? null }),
  },
]

const pieces = scanner(RULES)
