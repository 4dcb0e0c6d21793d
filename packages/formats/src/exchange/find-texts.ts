import { hashText, isKeyName } from '@dragoman/core'
import { languageTag } from '../source/language-tag.ts'
import { attributeOf, childElement, childElements, type XmlElement } from '../source/xml-tree.ts'
import { inlinePieces, printInline } from '../xliff/inline-text.ts'
import type { ExchangeDialect, ExchangeShape } from './exchange-shape.ts'

/** One text of a unit. Of several in a language the first has the unit's name, the others its name and a number. */
export type ExchangeText = {
  readonly name: string
  readonly language: string
  /** What is taken out with the text; of a language with one text its holder. */
  readonly holder: XmlElement
  readonly item: XmlElement
  readonly value: XmlElement
  /** Null: it holds elements that have no place in a text. */
  readonly text: string | null
}

export type ExchangeUnit = {
  readonly name: string
  /** Whether the name is the unit's own; else it is made from its source text, as tools compare units by that. */
  readonly hasId: boolean
  readonly element: XmlElement
  readonly texts: readonly ExchangeText[]
}

/** The units of a file with their names: `name~2` is the second unit of a name, `name#2` the second text of a unit in a language. */
export function findUnits(file: string, shape: ExchangeShape, dialect: ExchangeDialect): readonly ExchangeUnit[] {
  const units: ExchangeUnit[] = []
  const counts = new Map<string, number>()
  for (const element of childElements(shape.body, shape.unit)) {
    const texts = textsOf(file, element, { shape, dialect })
    const id = attributeOf(element, shape.id)
    const hasId = id !== null && isKeyName(id)
    const wanted = hasId ? id : sourceHash(texts, attributeOf(element, 'srclang') ?? shape.sourceLanguage)
    const count = (counts.get(wanted) ?? 0) + 1
    counts.set(wanted, count)
    const name = count === 1 ? wanted : `${wanted}~${count}`
    units.push({ name, hasId, element, texts: numbered(name, texts) })
  }
  return units
}

/** The texts of a unit in one language; `language` is a tag, the file may spell it otherwise. */
export function textsIn(unit: ExchangeUnit, language: string): readonly ExchangeText[] {
  const tag = languageTag(language) ?? language
  return unit.texts.filter((text) => text.language === language || languageTag(text.language) === tag)
}

/** The languages of a file as it spells them, in the order in which they come. */
export function languagesOf(units: readonly ExchangeUnit[]): readonly string[] {
  return [...new Set(units.flatMap((unit) => unit.texts.map((text) => text.language)))]
}

/** Language attributes were without prefix before TMX 1.3. */
export function languageAttribute(element: XmlElement): string | null {
  return attributeOf(element, 'xml:lang') ?? attributeOf(element, 'lang')
}

type Loose = Omit<ExchangeText, 'name'>

function textsOf(
  file: string,
  unit: XmlElement,
  { shape, dialect }: { readonly shape: ExchangeShape; readonly dialect: ExchangeDialect },
): readonly Loose[] {
  const texts: Loose[] = []
  for (const holder of childElements(unit, shape.holder)) {
    const language = languageAttribute(holder)
    if (language === null) continue
    for (const item of shape.item === null ? [holder] : itemsOf(holder)) {
      const value = childElement(childElement(item, 'termGrp') ?? item, shape.value)
      if (value === null) continue
      const pieces = inlinePieces(file, value, dialect.syntax)
      texts.push({ language, holder, item, value, text: pieces === null ? null : printInline(pieces, dialect.syntax) })
    }
  }
  return texts
}

function itemsOf(holder: XmlElement): readonly XmlElement[] {
  return childElements(holder).filter(({ name }) => name === 'termSec' || name === 'tig' || name === 'ntig')
}

function sourceHash(texts: readonly Loose[], language: string | null): string {
  const tag = language === null ? null : languageTag(language)
  const source = texts.find((text) => text.language === language || (tag !== null && languageTag(text.language) === tag)) ?? texts[0]
  return hashText(source?.text ?? '')
}

function numbered(name: string, texts: readonly Loose[]): readonly ExchangeText[] {
  const counts = new Map<string, number>()
  return texts.map((text) => {
    const tag = languageTag(text.language) ?? text.language
    const count = (counts.get(tag) ?? 0) + 1
    counts.set(tag, count)
    return { ...text, name: count === 1 ? name : `${name}#${count}` }
  })
}
