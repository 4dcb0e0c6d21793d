import { diffWords } from '@dragoman/core'
import { type ComparedLine, compareLines } from './compare-lines.ts'

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

/** Returns how two texts differ, line by line. */
export function lineDifferences(before: string, after: string): LineDifferences {
  const lines = numbered(compareLines(linesOf(before), linesOf(after)))
  const hunks: { lines: DifferentLine[] }[] = []
  let [shown, total] = [0, 0]
  for (const found of hunksOf(lines)) {
    total += found.length
    const room = LINES_MAX - shown
    if (room <= 0) continue
    const kept = withMarks(found, room).slice(0, room).map(shortened)
    shown += kept.length
    hunks.push({ lines: kept })
  }
  const count = (wanted: DifferentLine['kind']) => lines.filter(({ kind }) => kind === wanted).length
  return {
    hunks,
    linesAdded: count('added'),
    linesRemoved: count('removed'),
    isWhole: shown === total,
  }
}

/** Splits a text into lines with their ends: the end of the last line can be missing in one of two files. */
function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}

function numbered(compared: readonly ComparedLine[]): readonly DifferentLine[] {
  let [before, after] = [1, 1]
  return compared.map(({ kind, text }) => ({
    kind,
    before: kind === 'added' ? null : before++,
    after: kind === 'removed' ? null : after++,
    text: text.replace(/\r?\n$/, ''),
    marks: [],
  }))
}

/** Returns changed lines with those around them; changes close to each other are one hunk. */
function hunksOf(lines: readonly DifferentLine[]): readonly (readonly DifferentLine[])[] {
  const hunks: { start: number; end: number }[] = []
  for (const [index, { kind }] of lines.entries()) {
    if (kind === 'same') continue
    const last = hunks.at(-1)
    const [start, end] = [Math.max(0, index - CONTEXT), index + CONTEXT + 1]
    if (last !== undefined && start <= last.end) last.end = end
    else hunks.push({ start, end })
  }
  return hunks.map(({ start, end }) => lines.slice(start, end))
}

/** Pairs the first removed lines with the added lines right after them, and marks what has changed in each. */
function withMarks(lines: readonly DifferentLine[], first: number): DifferentLine[] {
  const marked = [...lines]
  for (let at = 0; at < Math.min(first, lines.length); ) {
    const removed = runOf(lines, at, 'removed')
    const added = runOf(lines, at + removed, 'added')
    for (let i = 0; i < Math.min(removed, added, first - at); i++) {
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
