import type { Part } from '../message/part.ts'
import type { Span } from '../text/span.ts'
import { textPieces } from './text-pieces.ts'

/**
 * Finds a placeholder that was written with other characters: other digits and percent signs (`٪١` for `%1`),
 * full-width characters (`｛name｝`), spaces inside (`% s`), the percent sign at the end (`{name}%`). Null if
 * there is none.
 */
export function damagedPlaceholder(text: string, placeholder: string, parts: readonly Part[]): Span | null {
  if (placeholder.length > MAX_LENGTH) return null
  const wanted = looseForms(placeholder)
  for (const piece of textPieces(parts)) {
    const signs = plainSigns(piece.text)
    for (const pattern of wanted) {
      const match = pattern.exec(signs)
      // Text that equals the placeholder but was not parsed as one is quoted on purpose.
      if (match === null || text.slice(piece.span.start + match.index).startsWith(placeholder)) continue
      const start = piece.span.start + match.index
      return { start, end: start + match[0].length }
    }
  }
  return null
}

const MAX_LENGTH = 60

function looseForms(placeholder: string): RegExp[] {
  const signs = [...plainSigns(placeholder)].filter((sign) => sign !== ' ').map(escapeSign)
  const forms = [signs.join('\\s{0,2}')]
  if (signs[0] === '%') forms.push(`(?<![A-Za-z\\d])${signs.slice(1).join('\\s{0,2}')}\\s?%`)
  return forms.map((form) => new RegExp(/\d$/.test(form) ? `${form}(?!\\d)` : form, 'i'))
}

function escapeSign(sign: string): string {
  return sign.replace(/[.*+?^${}()|[\]\\/-]/, '\\$&')
}

/** Replaces characters with their ASCII equivalents, if they have one. Offsets do not change. */
function plainSigns(text: string): string {
  return text.replace(NOT_PLAIN, (sign) => TWINS.get(sign) ?? toAscii(sign.charCodeAt(0)))
}

const NOT_PLAIN = /[\u0660-\u0669\u06f0-\u06f9\uff01-\uff5e\u066a\ufe6a\ufe5b\ufe5c\ufe69\u00a0\u202f\u3000]/g

const TWINS: ReadonlyMap<string, string> = new Map([
  ['\u066a', '%'],
  ['\ufe6a', '%'],
  ['\ufe5b', '{'],
  ['\ufe5c', '}'],
  ['\ufe69', '$'],
  ['\u00a0', ' '],
  ['\u202f', ' '],
  ['\u3000', ' '],
])

/** Converts Arabic and Persian digits, and full-width characters, which are in ASCII order. */
function toAscii(code: number): string {
  if (code >= 0xff01) return String.fromCharCode(code - 0xff01 + 0x21)
  return String.fromCharCode(0x30 + (code & 0xf))
}
