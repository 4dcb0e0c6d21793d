import { parseInline, printInline } from '@dragoman/core'
import { isEncodable } from '../bytes/charset.ts'
import { EditError } from '../edit/edit-error.ts'
import { inlinePieces } from '../source/inline-text.ts'
import { parseXml } from '../source/parse-xml.ts'
import { encodePieces, isXmlText, valueStyle } from '../source/value-style.ts'
import { type DraftElement, innerXml } from '../source/xml-draft.ts'
import type { ExchangeWork } from './exchange-work.ts'

/** Returns a text with its inline elements as the file writes it, in the style of the old content. */
export function rawOf(
  { dialect, styles }: Pick<ExchangeWork, 'dialect' | 'styles'>,
  { name, text, old }: { readonly name: string; readonly text: string; readonly old: DraftElement | null },
): string {
  const pieces = isXmlText(text) ? parseInline(text, dialect.syntax) : null
  if (pieces === null) throw new EditError('not-representable', name)
  const style = valueStyle(old === null ? '' : innerXml(old), styles())
  const raw = encodePieces(pieces, style)
  // Markup is written as typed, so it is read back to check that it is well-formed and unchanged.
  const probe = `<a>${raw}</a>`
  const { root, issues } = parseXml(probe)
  const again = root === null || issues.length > 0 ? null : inlinePieces(probe, root, dialect.syntax)
  const isKept = again !== null && printInline(again, dialect.syntax) === text
  if (!isKept || !isEncodable(raw, style.charset)) throw new EditError('not-representable', name)
  return raw
}
