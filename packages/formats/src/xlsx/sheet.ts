import { attributeOf, firstElement, nextElement, type XmlElement } from '../source/xml-tree.ts'
import { readXmlValue } from '../source/xml-value.ts'
import type { TableCell, TableRow } from '../table/table.ts'
import { stringOf } from './cell-text.ts'
import { localChild, localName } from './workbook.ts'

export type SheetCell = TableCell & { readonly element: XmlElement }

/** `number` counts from 1; rows and cells that hold nothing may be absent. */
export type SheetRow = TableRow<SheetCell> & { readonly element: XmlElement; readonly number: number }

/** The rows of a sheet that hold something. `strings` are those that all sheets share. */
export function readSheet(file: string, root: XmlElement, strings: readonly string[]): readonly SheetRow[] {
  const data = localChild(root, 'sheetData')
  const rows: SheetRow[] = []
  let number = 0
  for (let element = data && firstElement(data); element !== null; element = nextElement(element)) {
    if (localName(element) !== 'row') continue
    number = positive(attributeOf(element, 'r')) ?? number + 1
    const cells = readCells(file, element, strings)
    if (!cells.some((cell) => cell.kind !== 'none')) continue
    const row = element
    const placeOf = (column: number) => placeInRow(row, column)
    rows.push({ span: { start: element.start, end: element.end }, cells, element, number, placeOf })
  }
  return rows
}

/** The column a reference such as `AB12` begins with, counted from 0; null for none. */
export function columnOfReference(reference: string | null): number | null {
  const letters = /^([A-Z]{1,3})\d*$/.exec(reference ?? '')?.[1]
  if (letters === undefined) return null
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column <= MOST_COLUMNS ? column - 1 : null
}

/** The letters of a column. */
export function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter
}

/** The column of each cell of a row: those that do not say follow the one before them (ISO/IEC 29500-1, 18.3.1.4). */
export function columnsOf(row: XmlElement): ReadonlyMap<XmlElement, number> {
  const columns = new Map<XmlElement, number>()
  let column = -1
  for (let cell = firstElement(row); cell !== null; cell = nextElement(cell)) {
    if (localName(cell) !== 'c') continue
    column = columnOfReference(attributeOf(cell, 'r')) ?? column + 1
    if (column < MOST_COLUMNS) columns.set(cell, column)
  }
  return columns
}

/** Where a cell that the row lacks goes: before the first one of a later column. */
export function placeInRow(row: XmlElement, column: number): number {
  for (const [cell, other] of columnsOf(row)) if (other > column) return cell.start
  return row.isSelfClosing ? row.end : row.closeStart
}

const MOST_COLUMNS = 16_384

function readCells(file: string, row: XmlElement, strings: readonly string[]): readonly SheetCell[] {
  const cells: SheetCell[] = []
  for (const [element, column] of columnsOf(row)) {
    const value = readCell(file, element, strings)
    cells[column] = { ...value, span: { start: element.start, end: element.end }, element }
  }
  return cells
}

/** Numbers, dates, booleans, errors and what a formula gives are no texts (ISO/IEC 29500-1, 18.18.11 ST_CellType). */
function readCell(file: string, element: XmlElement, strings: readonly string[]): Pick<TableCell, 'kind' | 'text'> {
  const value = localChild(element, 'v')
  const written = value === null ? '' : (readXmlValue(file, value) ?? '')
  const isComputed = localChild(element, 'f') !== null
  const type = attributeOf(element, 't') ?? 'n'
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
