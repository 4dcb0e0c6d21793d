import type { LeftOutText } from '../bulk/use-bulk-texts.ts'

/** How a cell is marked after the last paste: as pasted, or with the reason why it was left out. */
export type CellMark =
  | { readonly kind: 'pasted' }
  | { readonly kind: 'left-out'; readonly reason: string; readonly text: LeftOutText }

/** By `key language`; the identity of the map only changes with its contents. */
export type PasteMarks = ReadonlyMap<string, CellMark>

export type MarkedCell = Pick<LeftOutText, 'keyId' | 'language'>

export const NO_MARKS: PasteMarks = new Map()

/** Returns the marks of a paste. */
export function marksOf(
  cells: readonly MarkedCell[],
  leftOut: readonly LeftOutText[],
  reasonOf: (text: LeftOutText) => string,
): PasteMarks {
  const pasted = cells.map((cell): [string, CellMark] => [nameOf(cell), { kind: 'pasted' }])
  return leftOut.reduce<PasteMarks>((marks, text) => withLeftOut(marks, text, reasonOf), new Map(pasted))
}

export function markAt(marks: PasteMarks, cell: MarkedCell): CellMark | undefined {
  return marks.get(nameOf(cell))
}

/** Returns the texts that were left out and are not fixed yet. */
export function leftOutTexts(marks: PasteMarks): readonly LeftOutText[] {
  return [...marks.values()].flatMap((mark) => (mark.kind === 'left-out' ? [mark.text] : []))
}

/** Marks a text as left out. */
export function withLeftOut(
  marks: PasteMarks,
  text: LeftOutText,
  reasonOf: (text: LeftOutText) => string,
): PasteMarks {
  return new Map(marks).set(nameOf(text), { kind: 'left-out', reason: reasonOf(text), text })
}

/** Removes the marks of cells, and all of them once no text is left out: the paste is finished then. */
export function withoutMarks(marks: PasteMarks, cells: readonly MarkedCell[]): PasteMarks {
  const names = new Set(cells.map(nameOf))
  const others: PasteMarks = new Map([...marks].filter(([name]) => !names.has(name)))
  if (leftOutTexts(others).length === 0) return NO_MARKS
  return others.size === marks.size ? marks : others
}

function nameOf({ keyId, language }: MarkedCell): string {
  return `${keyId} ${language}`
}
