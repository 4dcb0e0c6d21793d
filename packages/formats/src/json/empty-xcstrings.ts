import { encodeText } from '../bytes/decode.ts'
import { UTF8 } from '../edit/new-file.ts'
import { type Document, isWhole } from '../format.ts'
import type { JsonLayout } from '../source/json-layout.ts'
import { quoteJson } from '../source/json-string.ts'
import { readXcstrings } from './read-xcstrings.ts'
import { openXcstrings, XCODE_LAYOUT } from './xcstrings-session.ts'

/** Returns a catalog without keys, in the style of `model`, to be filled by edits. */
export function emptyXcstrings(model: Document | null, source: string): Document {
  const style = model !== null && isWhole(model) ? model : null
  const { eol, indent, colon, multiLine, escapes } = xcstringsLayout(style)
  const fields = [
    ['sourceLanguage', quoteJson(source, escapes)],
    ['strings', multiLine === false ? '{}' : `{${eol}${eol}${indent ?? '  '}}`],
    ['version', '"1.0"'],
  ]
  const lead = multiLine === false ? '' : eol + (indent ?? '  ')
  const end = style !== null && /[\r\n]$/.test(style.text) ? eol : ''
  const text = `{${fields.map(([key, value]) => `${lead}"${key}"${colon}${value}`).join(',')}${multiLine === false ? '' : eol}}${end}`
  return readXcstrings(encodeText(text, UTF8))
}

/** Returns the layout of a catalog, or Xcode's own. */
export function xcstringsLayout(document: Document | null): JsonLayout {
  return document !== null && isWhole(document) ? openXcstrings(document, XCODE_LAYOUT).layout : XCODE_LAYOUT
}
