import { encodeTextPieces } from '../bytes/decode.ts'
import { type Document, type EntryEdit, type Format, isWhole } from '../format.ts'
import { EditError } from './edit-error.ts'

/** Writes edits into a valid document of a format. */
export type WriteEdits = (
  document: Document,
  edits: readonly EntryEdit[],
  model: Document | null,
) => Uint8Array

/** Returns `Format.edit`, which refuses invalid documents and returns the same bytes without edits. */
export function guardEdit(write: WriteEdits): Format['edit'] {
  return (document, edits, model = null) => {
    if (!isWhole(document)) throw new EditError('not-whole', '')
    return edits.length === 0 ? bytesOf(document) : write(document, edits, model)
  }
}

function bytesOf({ container, text, encoding }: Document): Uint8Array {
  return container ?? encodeTextPieces(text, [{ start: 0, end: text.length }], encoding)
}
