import { parseInline } from '@dragoman/core'
import { isEncodable } from '../bytes/charset.ts'
import { EditError } from '../edit/edit-error.ts'
import { isKeptInline } from '../source/inline-text.ts'
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
  if (!isKeptInline(raw, text, dialect.syntax) || !isEncodable(raw, style.charset))
    throw new EditError('not-representable', name)
  return raw
}
