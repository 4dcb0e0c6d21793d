import { splice } from '@dragoman/core'
import { encodeText } from '../bytes/decode.ts'
import type { Document, EntryEdit, View } from '../format.ts'
import { newHeads } from '../table/new-heads.ts'
import { headFor, isOnlyLanguage } from '../table/table-layout.ts'
import { replaceZipPart } from '../zip/write-zip.ts'
import { editXlsx } from './edit-xlsx.ts'
import { newWorkbook } from './new-workbook.ts'
import { openXlsx, readXlsx } from './read-xlsx.ts'
import { rowsOf } from './sheet.ts'
import { rowEdits } from './write-sheet.ts'

/**
 * Creates a workbook: the model without its rows, so that header, styles and widths are kept, otherwise a
 * plain one.
 */
export function createXlsx(
  model: Document | null,
  edits: readonly EntryEdit[],
  view: View | undefined,
): Uint8Array {
  const language = view?.language ?? null
  const empty =
    (model?.container === undefined ? null : emptyWorkbook(model.container, language)) ??
    newWorkbook(newHeads(edits, language))
  return editXlsx(readXlsx(empty, view), edits)
}

/** Returns the model without rows; null if it names no columns. */
function emptyWorkbook(container: Uint8Array, language: string | null): Uint8Array | null {
  const opened = openXlsx(container)
  if (opened.kind === 'invalid' || opened.sheet.issues.length > 0 || !opened.sheet.layout.hasHead) return null
  const { sheet } = opened
  const [head, ...rows] = rowsOf(sheet.root, sheet.strings)
  const only = sheet.layout.texts.find(({ column }) => isOnlyLanguage(sheet.layout, column))
  const renamed =
    head === undefined || only === undefined || language === null
      ? []
      : rowEdits(sheet, head, new Map([[only.column, headFor(sheet.layout, language)]]))
  const text = splice(sheet.text, [...renamed, ...rows.map(({ span }) => ({ span, text: '' }))])
  return replaceZipPart(sheet.archive, sheet.part, encodeText(text, sheet.encoding))
}
