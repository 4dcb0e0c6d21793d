import type { Extension } from '@codemirror/state'
import { caretInPlace } from './caret-in-place.ts'
import { chips, type LeavesOf } from './chips.ts'
import { invisibles } from './invisibles.ts'
import { underlines } from './underlines.ts'

/**
 * All marks in the text of a field. Chips come last, so that the others are drawn inside them and cannot
 * split one.
 */
export function messageMarks(leavesOf: LeavesOf): Extension {
  return [invisibles, underlines, chips(leavesOf), caretInPlace]
}
