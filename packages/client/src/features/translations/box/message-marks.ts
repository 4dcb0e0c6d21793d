import type { Extension } from '@codemirror/state'
import { caretInPlace } from './caret-in-place.ts'
import { chips, type LeavesOf } from './chips.ts'
import { invisibles } from './invisibles.ts'
import { underlines } from './underlines.ts'

/**
 * Everything that is marked in the text of a box. Chips come last: what stands before them is drawn inside
 * them and cannot cut one in two.
 */
export function messageMarks(leavesOf: LeavesOf): Extension {
  return [invisibles, underlines, chips(leavesOf), caretInPlace]
}
