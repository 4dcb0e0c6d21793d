import { encodeText } from '../bytes/decode.ts'
import type { Document, Encoding, View } from '../format.ts'

/** The encoding of a file if nothing defines it. */
export const UTF8: Encoding = { charset: 'utf-8', bom: false }

/** Returns a document to be filled by edits, in the encoding of its model. */
export function newDocument(
  format: string,
  text: string,
  { model, view }: { readonly model: Document | null; readonly view?: View | undefined },
): Document {
  return {
    format,
    text,
    encoding: model?.encoding ?? UTF8,
    entries: new Map(),
    issues: [],
    ...(view === undefined ? {} : { view }),
  }
}

/** Whether the last line of a model has no line end, so that new files have none either. */
export function endsOpen(model: Document | null, lineEnd = ANY_LINE_END): boolean {
  return model !== null && model.text !== '' && !lineEnd.test(model.text)
}

const ANY_LINE_END = /(?:\r\n|[\r\n])$/

/**
 * Returns the bytes of a new file, which ends like its model. `lineEnd` matches the end of a line in its
 * format.
 */
export function encodeNewFile(text: string, model: Document | null, lineEnd = ANY_LINE_END): Uint8Array {
  const ended = endsOpen(model, lineEnd) ? text.replace(lineEnd, '') : text
  return encodeText(ended, model?.encoding ?? UTF8)
}

/**
 * Returns the bytes without the line end after the last line, in a charset that encodes it in one byte or
 * two.
 */
export function dropLastEol(bytes: Uint8Array): Uint8Array {
  let end = bytes.length
  if (bytes[end - 1] === 10) end--
  if (bytes[end - 1] === 13) end--
  return bytes.subarray(0, end)
}
