import type { Issue, Span } from '@dragoman/core'
import type { Encoding } from '../format.ts'
import { FILE_LIMITS } from '../limits/limits.ts'
import { errorAt } from '../source/warnings.ts'
import { concatBytes, encodeUtf8 } from './bytes.ts'
import { decodeCharset, encodeCharset, encodePieces } from './charset.ts'

export type Decoded = { readonly text: string; readonly encoding: Encoding; readonly issue: Issue | null }

/**
 * Decodes bytes so that `encodeText` returns the same bytes again. Supports UTF-8 with or without byte order
 * mark, and UTF-16 with one. If bytes are invalid, returns the text before them, replacement characters
 * after, and an issue at the first one.
 */
export function decodeBytes(bytes: Uint8Array): Decoded {
  const encoding = encodingOf(bytes)
  if (bytes.length > FILE_LIMITS.fileBytes) {
    return {
      text: '',
      encoding,
      issue: errorAt('too-large', 0, { bytes: bytes.length, limit: FILE_LIMITS.fileBytes }),
    }
  }
  const body = bytes.subarray(markBytes(encoding))
  try {
    const text = new TextDecoder(encoding.charset, { fatal: true, ignoreBOM: true }).decode(body)
    // A NUL among the first characters is UTF-16 without its mark; "unexpected token" would mislead the user.
    const nul = text.slice(0, 4).indexOf('\u0000')
    return { text, encoding, issue: nul < 0 ? null : errorAt('bad-encoding', nul, { byte: nul }) }
  } catch {
    const text = new TextDecoder(encoding.charset, { fatal: false, ignoreBOM: true }).decode(body)
    const valid = validPrefix(body, encoding.charset)
    return {
      text,
      encoding,
      issue: errorAt('bad-encoding', valid.units, { byte: valid.bytes + markBytes(encoding) }),
    }
  }
}

/**
 * Decodes bytes in the charset that the file itself names (`label` from `charsetLabel`), unless they start
 * with a Unicode byte order mark.
 */
export function decodeBytesAs(bytes: Uint8Array, label: string): Decoded {
  const own = encodingOf(bytes)
  if (label === 'utf-8' || own.bom || bytes.length > FILE_LIMITS.fileBytes) return decodeBytes(bytes)
  const { text, odd, invalid } = decodeCharset(bytes, label)
  const encoding: Encoding = { charset: label, bom: false, ...(odd.size > 0 ? { odd } : {}) }
  return {
    text,
    encoding,
    issue: invalid === null ? null : errorAt('bad-encoding', invalid.unit, { byte: invalid.byte }),
  }
}

/** Like `encodeText`, for pieces of `text`, which keep their exact bytes, and new text. */
export function encodeTextPieces(
  text: string,
  pieces: readonly (Span | string)[],
  encoding: Encoding,
): Uint8Array {
  const { odd, charset } = encoding
  if (odd !== undefined) return encodePieces({ text, odd, invalid: null }, pieces, charset)
  return encodeText(
    pieces.map((piece) => (typeof piece === 'string' ? piece : text.slice(piece.start, piece.end))).join(''),
    encoding,
  )
}

/** Encodes text, as the exact inverse of `decodeBytes` without an issue. */
export function encodeText(text: string, encoding: Encoding): Uint8Array {
  if (encoding.charset === 'utf-8') {
    const body = encodeUtf8(text)
    return encoding.bom ? concatBytes([UTF8_MARK, body]) : body
  }
  if (!encoding.charset.startsWith('utf-16')) return encodeCharset(text, encoding.charset)
  const mark = encoding.bom ? 2 : 0
  const bytes = new Uint8Array(mark + text.length * 2)
  const view = new DataView(bytes.buffer)
  const little = encoding.charset === 'utf-16le'
  if (mark > 0) view.setUint16(0, 0xfeff, little)
  for (let i = 0; i < text.length; i++) view.setUint16(mark + i * 2, text.charCodeAt(i), little)
  return bytes
}

const UTF8_MARK = Uint8Array.of(0xef, 0xbb, 0xbf)

/** Returns the encoding that the byte order mark names; without one UTF-8. */
export function encodingOf(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { charset: 'utf-8', bom: true }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { charset: 'utf-16le', bom: true }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { charset: 'utf-16be', bom: true }
  return { charset: 'utf-8', bom: false }
}

function markBytes(encoding: Encoding): number {
  if (!encoding.bom) return 0
  return encoding.charset === 'utf-8' ? 3 : 2
}

/**
 * Returns the longest valid start, found by bisection: decoding as a stream accepts an incomplete character
 * at the end.
 */
function validPrefix(
  body: Uint8Array,
  charset: Encoding['charset'],
): { readonly bytes: number; readonly units: number } {
  let good = 0
  let bad = body.length + 1
  let units = 0
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1
    const decoder = new TextDecoder(charset, { fatal: true, ignoreBOM: true })
    try {
      units = decoder.decode(body.subarray(0, middle), { stream: true }).length
      good = middle
    } catch {
      bad = middle
    }
  }
  return { bytes: Math.min(good, body.length), units }
}
