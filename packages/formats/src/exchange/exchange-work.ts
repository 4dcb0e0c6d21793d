import { EditError } from '../edit/edit-error.ts'
import type { Document, Entry } from '../format.ts'
import { locationNamed } from '../source/entry-locations.ts'
import { spellingsOf } from '../source/language-tag.ts'
import { lazy } from '../source/lazy.ts'
import { type AttributeStyle, type DocumentStyles, stylesOf } from '../source/value-style.ts'
import { treeOf } from '../source/xml-document.ts'
import { type DraftElement, draftOf, draftXml } from '../source/xml-draft.ts'
import { type XmlLayout, xmlLayoutOf } from '../source/xml-layout.ts'
import { elementStartingAt, findAttribute, parentOf, type XmlElement } from '../source/xml-tree.ts'
import type { ExchangeDialect, ExchangeShape } from './exchange-shape.ts'
import { type ExchangeText, idOf, isSameLanguage, textName, textsOf, unitsOf } from './find-texts.ts'
import { languagesOf, shapeOfTree, usualLanguage } from './read-exchange.ts'

/** A file while it is being edited. Only names that edits use are searched. */
export type ExchangeWork = {
  readonly document: Document
  readonly dialect: ExchangeDialect
  readonly shape: ExchangeShape
  readonly top: DraftElement
  readonly body: DraftElement
  readonly layout: () => XmlLayout
  readonly styles: () => DocumentStyles
  /** The language of the view as spelled in the file. */
  readonly language: () => string
  /** Whether the file writes a whole unit, or a whole language, on one line. */
  readonly isFlat: () => { readonly unit: boolean; readonly holder: boolean }
  readonly languageName: () => 'xml:lang' | 'lang'
  readonly units: () => Map<string, UnitElement>
  /**
   * The texts of the view's language that edits have used so far; null: no entry has the name, or no longer
   * has it.
   */
  readonly locations: Map<string, TextLocation | null>
  /** Whether names other than those of the edits might have changed. */
  needsVerification: boolean
}

export type UnitElement = { readonly name: string; readonly hasId: boolean; readonly element: DraftElement }

export type TextLocation = {
  readonly unit: UnitElement
  readonly holder: DraftElement
  readonly item: DraftElement
  readonly value: DraftElement
  text: string
}

export function openWork(document: Document, dialect: ExchangeDialect): ExchangeWork {
  const { text, encoding, view } = document
  const tree = treeOf(document)
  const { shape } = shapeOfTree(tree, dialect)
  const { root } = tree
  if (shape === null || root === null) throw new EditError('not-whole', '')
  const top = draftXml(tree.table)
  const example = lazy(() => firstText(shape, dialect))
  return {
    document,
    dialect,
    shape,
    top,
    body: draftOf(top, shape.body),
    layout: lazy(() => xmlLayoutOf(root, { eol: '\n', indent: '  ' })),
    styles: lazy(() => stylesOf(text, encoding.charset)),
    language: lazy(() => {
      const asked = view?.language ?? usualLanguage(shape, dialect) ?? ''
      return spellingsOf(languagesOf(shape, dialect), asked)[0] ?? asked
    }),
    isFlat: lazy(() => ({ unit: isOnLine(example()?.unit), holder: isOnLine(example()?.text.holder) })),
    languageName: lazy(() => (usesOldAttribute(example()?.text) ? 'lang' : 'xml:lang')),
    units: lazy(() => {
      const units = new Map<string, UnitElement>()
      for (const { name, hasId, element } of unitsOf(shape, dialect))
        units.set(name, { name, hasId, element: draftOf(top, element) })
      return units
    }),
    locations: new Map(),
    needsVerification: false,
  }
}

/** Returns how new attributes are written. */
export function attributeStyle({ styles }: ExchangeWork): AttributeStyle {
  return { quote: '"', charset: styles().charset }
}

/** Returns the current location of a name; null if no entry has it. */
export function locationOf(work: ExchangeWork, name: string): TextLocation | null {
  return locationNamed(work, name, (entry) => locationOfEntry(work, entry))
}

/** Returns the texts that the result must have when it is read. */
export function textsAfter({ document, locations }: ExchangeWork): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const { name, text } of document.entries.values()) texts.set(name, text)
  for (const [name, location] of locations) {
    if (location === null) texts.delete(name)
    else texts.set(name, location.text)
  }
  return texts
}

function locationOfEntry({ document, shape, top }: ExchangeWork, { name, text, span }: Entry): TextLocation {
  const value = elementStartingAt(treeOf(document).table, span.start)
  let unit = value
  while (unit !== null && unit.name !== shape.unit) unit = parentOf(unit)
  const texts = unit === null ? [] : textsOf(unit, shape)
  const at = texts.findIndex((each) => each.value.at === value?.at)
  const found = texts[at]
  if (unit === null || found === undefined) throw new EditError('not-whole', '')
  const count = texts
    .slice(0, at + 1)
    .filter((other) => isSameLanguage(other.language, found.language)).length
  const unitName = name.slice(0, name.length - textName('', count).length)
  const { holder, item } = found
  return {
    unit: { name: unitName, hasId: idOf(unit, shape) !== null, element: draftOf(top, unit) },
    holder: draftOf(top, holder),
    item: draftOf(top, item),
    value: draftOf(top, found.value),
    text,
  }
}

type Example = { readonly unit: XmlElement; readonly text: ExchangeText }

/** Returns the first text of a file, whose style new ones follow. */
function firstText(shape: ExchangeShape, dialect: ExchangeDialect): Example | null {
  for (const { element } of unitsOf(shape, dialect)) {
    const [text] = textsOf(element, shape)
    if (text !== undefined) return { unit: element, text }
  }
  return null
}

function isOnLine(element: XmlElement | undefined): boolean {
  return (
    element !== undefined && !/[\r\n]/.test(element.table.text.slice(element.openEnd, element.closeStart))
  )
}

function usesOldAttribute(text: ExchangeText | undefined): boolean {
  return text !== undefined && findAttribute(text.holder, 'xml:lang') === null
}
