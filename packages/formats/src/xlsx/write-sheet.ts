import type { Edit } from '@dragoman/core'
import { openTag } from '../source/start-tag.ts'
import { attributesOf, childElements, findAttribute, type XmlElement } from '../source/xml-tree.ts'
import { escapeXstring } from './cell-text.ts'
import type { XlsxSheet } from './read-xlsx.ts'
import {
  cellPositions,
  columnName,
  columnOfReference,
  positionInRow,
  rowsOf,
  type SheetRow,
} from './sheet.ts'
import { localChild, localName } from './workbook.ts'

/** Changes cells of an existing row; missing ones are inserted by their column. */
export function rowEdits(
  sheet: XlsxSheet,
  row: SheetRow,
  changes: ReadonlyMap<number, string | null>,
): readonly Edit[] {
  const edits: Edit[] = []
  const places = cellPositions(row.element)
  const missing: [number, string][] = []
  for (const [column, value] of changes) {
    const cell = places.findLast((place) => place.column === column)?.cell
    if (cell !== undefined)
      edits.push({ span: { start: cell.start, end: cell.end }, text: printCell(sheet, cell, value) })
    else if (value !== null) missing.push([column, value])
  }
  for (const [column, value] of missing.sort(([a], [b]) => a - b)) {
    const at = positionInRow(row.element, column)
    edits.push({ span: { start: at, end: at }, text: newCell(sheet, { column, number: row.number, value }) })
  }
  return edits
}

/**
 * Appends new rows below all others: between them, they would move the targets of formulas, filters and
 * drawings.
 */
export function appendRows(
  sheet: XlsxSheet,
  rows: readonly ReadonlyMap<number, string | null>[],
): readonly Edit[] {
  const data = localChild(sheet.root, 'sheetData')
  const prefix = prefixOf(sheet)
  const first = lastNumber(sheet) + 1
  const written = rows.map((cells, i) => {
    const number = first + i
    const inside = [...cells]
      .sort(([a], [b]) => a - b)
      .map(([column, value]) => (value === null ? '' : newCell(sheet, { column, number, value })))
    return `<${prefix}row r="${number}">${inside.join('')}</${prefix}row>`
  })
  if (data === null) return []
  if (!data.isSelfClosing)
    return [{ span: { start: data.closeStart, end: data.closeStart }, text: written.join('') }]
  const open = openTag(sheet.text.slice(data.start, data.openEnd))
  return [{ span: { start: data.start, end: data.end }, text: `${open}${written.join('')}</${data.name}>` }]
}

/**
 * Extends the range that a sheet declares as used to include the additions, because some programs read no
 * further.
 */
export function changeDimension(sheet: XlsxSheet, addedRows: number, newColumn: number): readonly Edit[] {
  const dimension = localChild(sheet.root, 'dimension')
  const reference = dimension === null ? null : findAttribute(dimension, 'ref')
  const range = /^([A-Z]{1,3}\d{1,7})(?::([A-Z]{1,3})(\d{1,7}))?$/.exec(reference?.value ?? '')
  if (reference === null || range === null) return []
  const [, from = 'A1', letters = /^[A-Z]+/.exec(from)?.[0] ?? 'A', digits = /\d+$/.exec(from)?.[0] ?? '1'] =
    range
  const column = Math.max(columnOfReference(letters) ?? 0, newColumn, sheet.layout.width - 1)
  const row = Math.max(Number(digits), addedRows > 0 ? lastNumber(sheet) + addedRows : 1)
  const value = `${from}:${columnName(column)}${row}`
  return value === reference.value
    ? []
    : [{ span: { start: reference.valueStart, end: reference.valueEnd }, text: value }]
}

function lastNumber({ root }: XlsxSheet): number {
  const data = localChild(root, 'sheetData')
  let number = 0
  let highest = 0
  for (const row of data === null ? [] : childElements(data)) {
    const own = Number(findAttribute(row, 'r')?.value ?? Number.NaN)
    number = Number.isSafeInteger(own) && own > 0 ? own : number + 1
    highest = Math.max(highest, number)
  }
  return highest
}

/** Returns a cell with its position, style and other attributes, but new content. */
function printCell(sheet: XlsxSheet, cell: XmlElement, value: string | null): string {
  const kept = attributesOf(cell).filter(({ name }) => name !== 't' && name !== 'cm' && name !== 'vm')
  const attributes = kept.map(({ start, end }) => ` ${sheet.text.slice(start, end)}`).join('')
  if (value === null) return `<${cell.name}${attributes}/>`
  return `<${cell.name}${attributes} t="inlineStr">${inlineString(prefixOf(sheet), value)}</${cell.name}>`
}

function newCell(
  sheet: XlsxSheet,
  { column, number, value }: { readonly column: number; readonly number: number; readonly value: string },
) {
  const prefix = prefixOf(sheet)
  const style = styleOf(sheet, column)
  return `<${prefix}c r="${columnName(column)}${number}"${style} t="inlineStr">${inlineString(prefix, value)}</${prefix}c>`
}

const EXAMPLES = 20

/** Returns the style of new cells: that of the first text in their column below the header. */
function styleOf({ root, strings, layout, text }: XlsxSheet, column: number): string {
  let seen = 0
  for (const row of rowsOf(root, strings)) {
    if (seen++ >= EXAMPLES) break
    if (layout.hasHead && seen === 1) continue
    const cell = row.cells[column]
    const style = cell?.kind !== 'text' ? null : findAttribute(cell.element, 's')
    if (style !== null) return ` ${text.slice(style.start, style.end)}`
  }
  return ''
}

function inlineString(prefix: string, text: string): string {
  const space = /^\s|\s$|[\n\t]|\s\s/.test(text) ? ' xml:space="preserve"' : ''
  return `<${prefix}is><${prefix}t${space}>${escapeXstring(text)}</${prefix}t></${prefix}is>`
}

function prefixOf({ root }: XlsxSheet): string {
  return root.name.slice(0, root.name.length - localName(root).length)
}
