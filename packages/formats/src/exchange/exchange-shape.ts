import { type InlineSyntax, inlineSyntax } from '@dragoman/core'
import { attributeOf, firstElement, type XmlElement } from '../source/xml-tree.ts'

/**
 * The common structure of files that translation tools exchange: units (of a memory, concepts of a glossary)
 * with one or several texts for each language.
 */
export type ExchangeShape = {
  readonly body: XmlElement
  /** As spelled in the file; null if any language can be the source. */
  readonly sourceLanguage: string | null
  readonly unit: string
  readonly id: 'tuid' | 'id'
  /** The element with the texts of one language. */
  readonly holder: string
  /** The element of one text among others; null if the holder has only one. */
  readonly item: string | null
  readonly value: 'seg' | 'term'
}

export type ExchangeDialect = {
  readonly id: 'tmx' | 'tbx'
  /** As people write it. */
  readonly title: string
  readonly syntax: InlineSyntax
  /** Whether ids of units are unique XML names, as in TBX, or any text. */
  readonly hasXmlIds: boolean
  /** Returns the structure; null if the file is not in this format. */
  shapeOf(root: XmlElement): ExchangeShape | null
}

/** Translation Memory eXchange 1.1 to 1.4b (LISA, 2005). */
export const TMX: ExchangeDialect = {
  id: 'tmx',
  title: 'TMX',
  syntax: inlineSyntax(
    { containers: new Set(['hi', 'sub']), codes: new Set(['bpt', 'ept', 'ph', 'it', 'ut']) },
    '',
  ),
  hasXmlIds: false,
  shapeOf(root) {
    const body = root.name === 'tmx' ? firstElement(root, 'body') : null
    if (body === null) return null
    const header = firstElement(root, 'header')
    const source = header === null ? null : attributeOf(header, 'srclang')
    return {
      body,
      sourceLanguage: knownLanguage(source),
      unit: 'tu',
      id: 'tuid',
      holder: 'tuv',
      item: null,
      value: 'seg',
    }
  },
}

/** TermBase eXchange: ISO 30042:2019 (`<tbx>`) and ISO 30042:2008 (`<martif>`). */
export const TBX: ExchangeDialect = {
  id: 'tbx',
  title: 'TBX',
  syntax: inlineSyntax(
    { containers: new Set(['hi', 'foreign']), codes: new Set(['ph', 'sc', 'ec', 'bpt', 'ept', 'it']) },
    '',
  ),
  hasXmlIds: true,
  shapeOf(root) {
    const isOld = root.name === 'martif'
    const text = isOld || root.name === 'tbx' ? firstElement(root, 'text') : null
    const body = text === null ? null : firstElement(text, 'body')
    if (body === null) return null
    const sourceLanguage = knownLanguage(attributeOf(root, 'xml:lang'))
    const shared = { body, sourceLanguage, id: 'id', value: 'term' } as const
    if (isOld)
      return {
        ...shared,
        unit: 'termEntry',
        holder: 'langSet',
        item: hasTermGroups(body) ? 'ntig' : 'tig',
      }
    return { ...shared, unit: 'conceptEntry', holder: 'langSec', item: 'termSec' }
  },
}

function knownLanguage(written: string | null): string | null {
  return written === null || written === '' || written === '*all*' ? null : written
}

/** Whether the first language section of a body has its terms in `<ntig>`. */
function hasTermGroups(body: XmlElement): boolean {
  const unit = firstElement(body, 'termEntry')
  const holder = unit === null ? null : firstElement(unit, 'langSet')
  return holder !== null && firstElement(holder, 'tig') === null && firstElement(holder, 'ntig') !== null
}
