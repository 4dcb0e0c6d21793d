import { charsetLabel, decodeCharset } from '../bytes/charset.ts'
import { type PoMessage, scanPo } from './scan-po.ts'

/** The fields of a header in file order; names keep their letter case. */
export type PoHeader = readonly { readonly name: string; readonly value: string }[]

/** Whether a message is the header: one without a msgid, with lines `Name: value`. */
export function isHeader(message: PoMessage): boolean {
  const [first] = message.fields
  return first?.keyword === 'msgid' && first.text === ''
}

/** Returns the header of a file without reading further. `text` can have `DOUBLED` marks. */
export function headerOf(text: string, charset: string): PoHeader {
  let found = ''
  scanPo(text, charset, (message) => {
    const isFound = isHeader(message)
    if (isFound) found = message.fields.at(-1)?.text ?? ''
    return !isFound
  })
  return found.split('\n').flatMap((line) => {
    const colon = line.indexOf(':')
    return colon <= 0 ? [] : [{ name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() }]
  })
}

/** Returns a field's value, or null if it is absent or empty. */
export function headerField(header: PoHeader, name: string): string | null {
  return header.find((field) => field.name.toLowerCase() === name)?.value || null
}

/**
 * Returns the file's charset by its header: a label, `null` without a usable one (like `CHARSET` in a
 * template), or the unknown name.
 */
export function declaredCharset(bytes: Uint8Array): {
  readonly label: string | null
  readonly unknown: string | null
  readonly at: number
} {
  const head = decodeCharset(bytes.subarray(0, HEAD_BYTES), 'iso-8859-1').text
  const match = CONTENT_TYPE.exec(head)
  const name = match?.[1] ?? ''
  const at = match === null ? 0 : match.index + match[0].length - name.length
  if (name === '' || name === 'CHARSET') return { label: null, unknown: null, at }
  const label = charsetLabel(name)
  return { label, unknown: label === null ? name : null, at }
}

const HEAD_BYTES = 64 * 1024
/**
 * The field can be broken over two quoted lines; other messages can mention charsets, but not after this name
 * at the start of a line.
 */
const CONTENT_TYPE =
  /^[ \t]*(?:msgstr[ \t]*)?"(?:[^"\n]*\\n)?Content-Type:[^"\n\\]{0,200}(?:"[ \t\r]*\n[ \t]*"[^"\n\\]{0,200})?charset=[ \t]*([\w.:-]+)/im
