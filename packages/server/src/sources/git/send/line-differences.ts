import { diffWords } from '@dragoman/core'
import { structuredPatch } from 'diff'

export type DifferentLine = {
  readonly kind: 'same' | 'removed' | 'added'
  /** Line numbers in both files, from 1. */
  readonly before: number | null
  readonly after: number | null
  readonly text: string
  /** The changed parts of the line: pairs of offsets in `text`. */
  readonly marks: readonly (readonly [number, number])[]
}

export type LineDifferences = {
  readonly hunks: readonly { readonly lines: readonly DifferentLine[] }[]
  readonly linesAdded: number
  readonly linesRemoved: number
  /** False if there are more lines than these. */
  readonly isWhole: boolean
}

/** Unchanged lines around a change. */
const CONTEXT = 2
const LINES_MAX = 400
/** Maximum length of a line: a minified file has only one. */
const LINE_LENGTH = 1000
const TIMEOUT_MS = 1000

/** Returns how two texts differ, line by line; null if comparing them would take too long. */
export function lineDifferences(before: string, after: string): LineDifferences | null {
  const patch = structuredPatch('', '', before, after, undefined, undefined, {
    context: CONTEXT,
    timeout: TIMEOUT_MS,
  })
  if (patch === undefined) return null
  const hunks: { lines: DifferentLine[] }[] = []
  let [linesAdded, linesRemoved, shown] = [0, 0, 0]
  for (const { oldStart, newStart, lines } of patch.hunks) {
    let [before, after] = [oldStart, newStart]
    const found: DifferentLine[] = []
    for (const line of lines) {
      const text = line.slice(1).replace(/\r$/, '')
      if (line.startsWith('+')) {
        linesAdded++
        found.push({ kind: 'added', before: null, after: after++, text, marks: [] })
      } else if (line.startsWith('-')) {
        linesRemoved++
        found.push({ kind: 'removed', before: before++, after: null, text, marks: [] })
      } else if (line.startsWith(' '))
        found.push({ kind: 'same', before: before++, after: after++, text, marks: [] })
      // The remaining lines say that a file has no newline at its end.
    }
    const room = LINES_MAX - shown
    if (room <= 0) continue
    const kept = withMarks(found).slice(0, room).map(shortened)
    shown += kept.length
    hunks.push({ lines: kept })
  }
  const total = patch.hunks.reduce(
    (sum, { lines }) => sum + lines.filter((line) => !line.startsWith('\\')).length,
    0,
  )
  return { hunks, linesAdded, linesRemoved, isWhole: shown === total }
}

/** Pairs removed lines with the added lines right after them, and marks what has changed in each. */
function withMarks(lines: readonly DifferentLine[]): DifferentLine[] {
  const marked = [...lines]
  for (let at = 0; at < lines.length; ) {
    const removed = runOf(lines, at, 'removed')
    const added = runOf(lines, at + removed, 'added')
    for (let i = 0; i < Math.min(removed, added); i++) {
      const [old, now] = [lines[at + i], lines[at + removed + i]]
      if (old === undefined || now === undefined || old.text.length + now.text.length > 4 * LINE_LENGTH)
        continue
      const parts = diffWords(old.text, now.text)
      const same = parts.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.trim().length : 0), 0)
      // Lines that share almost nothing are not two versions of the same line.
      if (same * 4 < Math.min(old.text.trim().length, now.text.trim().length)) continue
      marked[at + i] = { ...old, marks: marksOf(parts, 'del') }
      marked[at + removed + i] = { ...now, marks: marksOf(parts, 'ins') }
    }
    at += Math.max(1, removed + added)
  }
  return marked
}

function runOf(lines: readonly DifferentLine[], from: number, kind: DifferentLine['kind']): number {
  let length = 0
  while (lines[from + length]?.kind === kind) length++
  return length
}

function marksOf(parts: ReturnType<typeof diffWords>, side: 'del' | 'ins'): [number, number][] {
  const marks: [number, number][] = []
  let at = 0
  for (const { kind, text } of parts) {
    if (kind !== 'same' && kind !== side) continue
    if (kind === side) marks.push([at, at + text.length])
    at += text.length
  }
  return marks
}

function shortened(line: DifferentLine): DifferentLine {
  if (line.text.length <= LINE_LENGTH) return line
  // Around the first change
  const from = Math.max(0, Math.min((line.marks[0]?.[0] ?? 0) - 200, line.text.length - LINE_LENGTH))
  const cut = line.text.slice(from, from + LINE_LENGTH)
  const head = from === 0 ? '' : '…'
  const move = head.length - from
  const marks = line.marks.flatMap(([start, end]): [number, number][] => {
    const [a, b] = [Math.max(head.length, start + move), Math.min(head.length + LINE_LENGTH, end + move)]
    return a < b ? [[a, b]] : []
  })
  return { ...line, text: `${head}${cut}${from + LINE_LENGTH < line.text.length ? '…' : ''}`, marks }
}
