import { newDocument } from '../edit/new-file.ts'
import { type Document, type EntryEdit, isWhole, type View } from '../format.ts'
import { eolOf } from '../source/line-ends.ts'
import { blankLastLine } from '../source/trailing-blanks.ts'
import { type AttributeStyle, encodeAttribute } from '../source/value-style.ts'
import { treeOf } from '../source/xml-document.ts'
import { editExchange } from './edit-exchange.ts'
import type { ExchangeDialect } from './exchange-shape.ts'
import { shapeOfTree } from './read-exchange.ts'

/**
 * Creates a new file. It starts like the model, otherwise as its standard requires. Its source language is
 * that of a source view, otherwise the model's, otherwise none. To export several languages, callers create
 * the file with the source texts and then edit one language after the other.
 */
export function createExchange(
  model: Document | null,
  edits: readonly EntryEdit[],
  { dialect, view }: { readonly dialect: ExchangeDialect; readonly view: View | undefined },
): Uint8Array {
  const whole = model?.format === dialect.id && isWhole(model) ? model : null
  const language = view?.side === 'source' ? view.language : null
  const text =
    (whole === null ? null : emptyExchange(whole, dialect)) ??
    newText(dialect, language ?? view?.language ?? null, language)
  return editExchange(newDocument(dialect.id, text, { model: whole, view }), edits, dialect)
}

/** Returns the model without its units. */
function emptyExchange(model: Document, dialect: ExchangeDialect): string | null {
  const { text } = model
  const { shape } = shapeOfTree(treeOf(model), dialect)
  if (shape === null) return null
  const { body } = shape
  if (body.isSelfClosing) return text
  const eol = eolOf(text) ?? '\n'
  const indent = blankLastLine(text.slice(0, body.start)) ?? ''
  return `${text.slice(0, body.openEnd)}${eol}${indent}${text.slice(body.closeStart)}`
}

/** Of the attributes of a file without a model. */
const STYLE: AttributeStyle = { quote: '"', charset: 'utf-8' }

function newText({ id }: ExchangeDialect, language: string | null, source: string | null): string {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
  if (id === 'tmx') {
    const header = `<header creationtool="Dragoman" creationtoolversion="1" segtype="block" o-tmf="Dragoman" adminlang="en" srclang="${encodeAttribute(source ?? '*all*', STYLE)}" datatype="plaintext"/>`
    return `${declaration}\n<tmx version="1.4">\n  ${header}\n  <body>\n  </body>\n</tmx>\n`
  }
  const head =
    '<tbxHeader>\n    <fileDesc>\n      <sourceDesc>\n        <p>Dragoman</p>\n      </sourceDesc>\n    </fileDesc>\n  </tbxHeader>'
  const root = `<tbx style="dca" type="TBX-Basic" xml:lang="${encodeAttribute(source ?? language ?? 'en', STYLE)}" xmlns="urn:iso:std:iso:30042:ed-2">`
  return `${declaration}\n${root}\n  ${head}\n  <text>\n    <body>\n    </body>\n  </text>\n</tbx>\n`
}
