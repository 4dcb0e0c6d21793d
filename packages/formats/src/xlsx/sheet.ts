import { attributeOf, firstElement, nextElement, type XmlElement } from '../source/xml-tree.ts'
import { readXmlValue } from '../source/xml-value.ts'
import type { TableCell, TableRow } from '../table/table.ts'
import { stringOf, unescapeXstring } from './cell-text.ts'
import { localChild, localName } from './workbook.ts'

export type SheetCell = TableCell & { readonly element: XmlElement }

/** `number` counts from 1; empty rows and cells can be absent. */
export type SheetRow = TableRow<SheetCell> & { readonly element: XmlElement; readonly number: number }

/** Returns the non-empty rows of a sheet. `strings` are those that all sheets share. */
export function* rowsOf(root: XmlElement, strings: readonly string[]): Generator<SheetRow> {
  const data = localChild(root, 'sheetData')
  let number = 0
  for (let element = data && firstElement(data); element !== null; element = nextElement(element)) {
    if (localName(element) !== 'row') continue
    number = positive(attributeOf(element, 'r')) ?? number + 1
    const { cells, hasContent } = readCells(element, strings)
    if (hasContent) yield sheetRow(element, number, cells)
  }
}

function sheetRow(element: XmlElement, number: number, cells: readonly SheetCell[]): SheetRow {
  return {
    span: { start: element.start, end: element.end },
    cells,
    element,
    number,
    placeOf: (column) => positionInRow(element, column),
  }
}

/** Returns the column at the start of a reference such as `AB12`, counted from 0; null if there is none. */
export function columnOfReference(reference: string | null): number | null {
  if (reference === null) return null
  let column = 0
  let at = 0
  for (; at < reference.length && at < 4; at++) {
    const letter = reference.charCodeAt(at) - LETTERS
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  const isReference = at >= 1 && at <= 3 && areDigits(reference, at)
  return isReference && column <= MOST_COLUMNS ? column - 1 : null
}

/** The character before `A`. */
const LETTERS = 64

function areDigits(text: string, from: number): boolean {
  for (let at = from; at < text.length; at++)
    if (text.charCodeAt(at) < 48 || text.charCodeAt(at) > 57) return false
  return true
}

/** Returns the letters of a column. */
export function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter
}

export type CellPosition = { readonly cell: XmlElement; readonly column: number }

/**
 * Returns the column of each cell of a row: cells without one follow the one before them (ISO/IEC 29500-1,
 * 18.3.1.4).
 */
export function cellPositions(row: XmlElement): readonly CellPosition[] {
  const places: CellPosition[] = []
  let column = -1
  for (let cell = firstElement(row); cell !== null; cell = nextElement(cell)) {
    if (localName(cell) !== 'c') continue
    column = columnOfReference(attributeOf(cell, 'r')) ?? column + 1
    if (column < MOST_COLUMNS) places.push({ cell, column })
  }
  return places
}

/** Returns the position for a missing cell in a row: before the first one of a later column. */
export function positionInRow(row: XmlElement, column: number): number {
  for (const { cell, column: other } of cellPositions(row)) if (other > column) return cell.start
  return row.isSelfClosing ? row.end : row.closeStart
}

const MOST_COLUMNS = 16_384
/** Cells further to the right are kept and not read: reading a row takes time in proportion to its width. */
const READ_COLUMNS = 1_024

function readCells(
  row: XmlElement,
  strings: readonly string[],
): { readonly cells: readonly SheetCell[]; readonly hasContent: boolean } {
  const cells: SheetCell[] = []
  let hasContent = false
  for (const { cell, column } of cellPositions(row)) {
    if (column >= READ_COLUMNS) continue
    const { kind, text } = readCell(row.table.text, cell, strings)
    cells[column] = { kind, text, span: { start: cell.start, end: cell.end }, element: cell }
    hasContent ||= kind !== 'none'
  }
  return { cells, hasContent }
}

/**
 * Reads a cell. Numbers, dates, booleans, errors and results of formulas are not texts (ISO/IEC 29500-1,
 * 18.18.11 ST_CellType).
 */
function readCell(
  file: string,
  element: XmlElement,
  strings: readonly string[],
): Pick<TableCell, 'kind' | 'text'> {
  const value = localChild(element, 'v')
  const type = attributeOf(element, 't') ?? 'n'
  const raw = value === null ? '' : (readXmlValue(file, value) ?? '')
  const written = type === 'str' ? unescapeXstring(raw) : raw
  const isComputed = localChild(element, 'f') !== null
  if (type === 'inlineStr' && !isComputed) {
    const item = localChild(element, 'is')
    return item === null ? { kind: 'none', text: '' } : { kind: 'text', text: stringOf(file, item) }
  }
  if (type === 's' && !isComputed) {
    const text = /^\d{1,9}$/.test(written) ? strings[Number(written)] : undefined
    return text === undefined ? { kind: 'other', text: '' } : { kind: 'text', text }
  }
  if (type === 'str' && !isComputed) return { kind: 'text', text: written }
  return { kind: value === null && !isComputed ? 'none' : 'other', text: written }
}

function positive(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : null
}
