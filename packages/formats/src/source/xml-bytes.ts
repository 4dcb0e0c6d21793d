import { charsetLabel } from '../bytes/charset.ts'
import { type Decoded, decodeBytes, decodeBytesAs } from '../bytes/decode.ts'
import type { FileIssueCode } from '../issue-codes.ts'

/**
 * Decodes an XML file by its byte order mark, otherwise by its declaration, otherwise as UTF-8 (XML 1.0,
 * appendix F). A declaration of UTF-16 without a mark is ignored: programs that built the file as a string
 * leave it in.
 */
export function decodeXml(bytes: Uint8Array): Decoded {
  const declared = declaredCharset(bytes)
  if (declared === null || /^(?:utf-?16|ucs-?2|iso-10646)/i.test(declared)) return decodeBytes(bytes)
  const label = charsetLabel(declared)
  if (label === null) return refuse(decodeBytes(bytes), 'unknown-charset', { charset: declared })
  const decoded = decodeBytesAs(bytes, label)
  // Reassembled text would lose bytes that the charset's own encoder writes differently.
  return decoded.encoding.odd === undefined ? decoded : refuse(decoded, 'bad-encoding', { byte: 0 })
}

/** Returns the charset in the declaration of files whose first bytes can be read as ASCII. */
function declaredCharset(bytes: Uint8Array): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, 200))
  return /^<\?xml[^>]*?[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*["']([\w.:-]+)["']/.exec(head)?.[1] ?? null
}

function refuse(
  decoded: Decoded,
  code: FileIssueCode,
  params: Readonly<Record<string, string | number>>,
): Decoded {
  if (decoded.issue !== null) return decoded
  return {
    ...decoded,
    issue: { code, severity: 'error', span: { start: 0, end: Math.min(1, decoded.text.length) }, params },
  }
}
