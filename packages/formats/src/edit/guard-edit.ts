import { encodeTextPieces } from '../bytes/decode.ts'
import { type Document, type EntryEdit, type Format, isWhole } from '../format.ts'
import { EditError } from './edit-error.ts'

/** How a format writes edits into a document that is whole. */
export type WriteEdits = (
  document: Document,
  edits: readonly EntryEdit[],
  model: Document | null,
) => Uint8Array

/** `Format.edit`: what is not whole is never written, and what no edit asks for keeps its bytes. */
export function guardEdit(write: WriteEdits): Format['edit'] {
  return (document, edits, model = null) => {
    if (!isWhole(document)) throw new EditError('not-whole', '')
    return edits.length === 0 ? bytesOf(document) : write(document, edits, model)
  }
}

function bytesOf({ container, text, encoding }: Document): Uint8Array {
  return container ?? encodeTextPieces(text, [{ start: 0, end: text.length }], encoding)
}
