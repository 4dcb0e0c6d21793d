import type { Issue } from '@dragoman/core'
import { UTF8 } from '../edit/new-file.ts'
import type { Document, Encoding, View } from '../format.ts'
import type { FileIssueCode } from '../issue-codes.ts'
import { FILE_LIMITS } from '../limits/limits.ts'
import { type IssueList, openIssueList } from '../source/issue-list.ts'
import { hasLoneSurrogate, withoutLoneSurrogates } from '../source/lone-surrogates.ts'
import { parseXml } from '../source/parse-xml.ts'
import { unreadDocument } from '../source/unread-document.ts'
import { decodeXml } from '../source/xml-bytes.ts'
import type { XmlElement } from '../source/xml-tree.ts'
import { readTable } from '../table/read-table.ts'
import { type TableLayout, tableLayout } from '../table/table-layout.ts'
import { openZip, readZipPart, type UnpackedParts, type ZipArchive } from '../zip/open-zip.ts'
import { rowsOf, type SheetRow } from './sheet.ts'
import { openWorkbook } from './workbook.ts'

export const XLSX = 'xlsx'

/** The sheet of a workbook with the texts, parsed. */
export type XlsxSheet = {
  readonly kind: 'sheet'
  readonly archive: ZipArchive
  readonly part: string
  readonly text: string
  readonly encoding: Encoding
  readonly root: XmlElement
  /** Texts that all sheets of the workbook share. */
  readonly strings: readonly string[]
  readonly hasRows: boolean
  readonly layout: TableLayout
  readonly issues: readonly Issue[]
}

/**
 * Reads the first visible sheet whose first row names a key and texts, otherwise the first one with a text.
 */
export function readXlsx(bytes: Uint8Array, view?: View, unpacked?: UnpackedParts): Document {
  const opened = openXlsx(bytes, unpacked)
  const base = { format: XLSX, container: bytes, ...(view === undefined ? {} : { view }) }
  if (opened.kind === 'invalid') return unreadDocument({ ...base, text: '', encoding: UTF8 }, opened.issue)
  const { sheet } = opened
  const { text, encoding, layout, issues } = sheet
  const list = openIssueList(issues)
  const entries = new Map(readTable(readRows(sheet, list), layout, view, list))
  for (const [name, entry] of entries) {
    if (hasLoneSurrogate(entry.text)) entries.set(name, { ...entry, text: withoutLoneSurrogates(entry.text) })
  }
  const document: Document = { ...base, text, encoding, entries, issues: list.all() }
  sheets.set(document, sheet)
  return document
}

/** Sheets found by reading, so that an edit does not have to unpack the workbook again. */
const sheets = new WeakMap<Document, XlsxSheet>()

/** Returns the sheet that a document was read from; null if its workbook cannot be opened. */
export function sheetOf(document: Document): XlsxSheet | null {
  const known = sheets.get(document)
  if (known !== undefined || document.container === undefined) return known ?? null
  const opened = openXlsx(document.container)
  return opened.kind === 'sheet' ? opened.sheet : null
}

/** Returns the rows, with a warning for each cell with a lone surrogate. */
function* readRows({ root, strings }: XlsxSheet, list: IssueList): Generator<SheetRow> {
  for (const row of rowsOf(root, strings)) {
    for (const cell of row.cells)
      if (cell !== undefined && hasLoneSurrogate(cell.text)) list.warn('lone-surrogate', cell.span, {})
    yield row
  }
}

type Opened =
  | { readonly kind: 'sheet'; readonly sheet: XlsxSheet }
  | { readonly kind: 'invalid'; readonly issue: Issue }

/** Opens a workbook, and unpacks only the sheet that is read and those before it. */
export function openXlsx(bytes: Uint8Array, unpacked?: UnpackedParts): Opened {
  if (bytes.length > FILE_LIMITS.fileBytes)
    return failToOpen('too-large', { bytes: bytes.length, limit: FILE_LIMITS.fileBytes })
  if (bytes.length === 0) return failToOpen('empty-file', {})
  const archive = openZip(bytes, unpacked)
  if (archive === 'too-large')
    return failToOpen('too-large', { bytes: bytes.length, limit: FILE_LIMITS.fileBytes })
  const workbook = archive === 'not-a-zip' ? null : openWorkbook(archive)
  if (archive === 'not-a-zip' || workbook === null) return failToOpen('not-this-format', { format: 'XLSX' })
  let best: XlsxSheet | null = null
  let problem: Issue | null = null
  for (const part of workbook.sheets.slice(0, MOST_SHEETS)) {
    const sheet = openSheet(archive, part, workbook.strings)
    if (sheet === null) continue
    if (sheet.kind === 'broken') {
      problem ??= sheet.issue
      continue
    }
    if (sheet.layout.hasHead) return { kind: 'sheet', sheet }
    if (best === null || (!best.hasRows && sheet.hasRows)) best = sheet
  }
  if (best !== null) return { kind: 'sheet', sheet: best }
  // No part of the sheet is shown, so there is no location to report.
  return problem === null
    ? failToOpen('not-this-format', { format: 'XLSX' })
    : { kind: 'invalid', issue: { ...problem, span: { start: 0, end: 0 } } }
}

/** A sheet that cannot be parsed. */
type Broken = { readonly kind: 'broken'; readonly issue: Issue }

const MOST_SHEETS = 50

function openSheet(archive: ZipArchive, part: string, strings: readonly string[]): XlsxSheet | Broken | null {
  const content = readZipPart(archive, part)
  if (content === null) return null
  const { text, encoding, issue } = decodeXml(content)
  const tree = parseXml(text)
  const issues = issue === null ? tree.issues : [issue]
  if (tree.root === null) return issues[0] === undefined ? null : { kind: 'broken', issue: issues[0] }
  const { root } = tree
  const [first] = rowsOf(root, strings)
  const heads = Array.from(first?.cells ?? [], (cell) => (cell?.kind === 'text' ? cell.text : ''))
  const layout = tableLayout(heads, () => rowsAfterHead(root, strings))
  return {
    kind: 'sheet',
    archive,
    part,
    text,
    encoding,
    root,
    strings,
    hasRows: first !== undefined,
    layout,
    issues,
  }
}

function* rowsAfterHead(root: XmlElement, strings: readonly string[]): Generator<readonly string[]> {
  let isHead = true
  for (const { cells } of rowsOf(root, strings)) {
    if (!isHead) yield Array.from(cells, (cell) => cell?.text ?? '')
    isHead = false
  }
}

function failToOpen(code: FileIssueCode, params: Readonly<Record<string, string | number>>): Opened {
  return { kind: 'invalid', issue: { code, severity: 'error', span: { start: 0, end: 0 }, params } }
}
