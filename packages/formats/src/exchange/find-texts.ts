import { hashText, isPlainKeyName } from '@dragoman/core'
import { inlineText } from '../source/inline-text.ts'
import { languageTag } from '../source/language-tag.ts'
import { attributeOf, childElement, firstElement, nextElement, type XmlElement } from '../source/xml-tree.ts'
import type { ExchangeDialect, ExchangeShape } from './exchange-shape.ts'

/** Where one text of a unit is. */
export type ExchangeText = {
  readonly language: string
  /** What is taken out with the text; of a language with one text its holder. */
  readonly holder: XmlElement
  readonly item: XmlElement
  readonly value: XmlElement
}

export type ExchangeUnit = {
  readonly name: string
  /**
   * Whether the name is the unit's own; else it is made from its source text, as tools compare units by that.
   */
  readonly hasId: boolean
  readonly element: XmlElement
}

/** The units of a file with their names: `name~2` is the second unit of a name. */
export function* unitsOf(shape: ExchangeShape, dialect: ExchangeDialect): Generator<ExchangeUnit> {
  const counts = new Map<string, number>()
  for (
    let element = firstElement(shape.body, shape.unit);
    element !== null;
    element = nextElement(element, shape.unit)
  ) {
    const id = idOf(element, shape)
    const wanted = id ?? sourceHash(element, shape, dialect)
    const count = (counts.get(wanted) ?? 0) + 1
    counts.set(wanted, count)
    yield { name: count === 1 ? wanted : `${wanted}~${count}`, hasId: id !== null, element }
  }
}

/** The id of a unit, where that can be its name. */
export function idOf(unit: XmlElement, shape: ExchangeShape): string | null {
  const id = attributeOf(unit, shape.id)
  return id !== null && isPlainKeyName(id) ? id : null
}

/** The texts of a unit in all languages, those too that say nothing that could be shown. */
export function textsOf(unit: XmlElement, shape: ExchangeShape): readonly ExchangeText[] {
  const texts: ExchangeText[] = []
  for (
    let holder = firstElement(unit, shape.holder);
    holder !== null;
    holder = nextElement(holder, shape.holder)
  ) {
    const language = languageAttribute(holder)
    if (language === null) continue
    if (shape.item === null) addText(texts, language, holder, holder, shape)
    else
      for (let item = firstElement(holder); item !== null; item = nextElement(item))
        if (isItem(item.name)) addText(texts, language, holder, item, shape)
  }
  return texts
}

/** Of several texts in a language the first has the unit's name, the others its name and a number. */
export function textName(unit: string, count: number): string {
  return count === 1 ? unit : `${unit}#${count}`
}

/** What a text says; null: it holds elements that have no place in a text. */
export function exchangeText({ value }: ExchangeText, dialect: ExchangeDialect): string | null {
  return inlineText(value.table.text, value, dialect.syntax)
}

export function isSameLanguage(a: string, b: string | null): boolean {
  return b !== null && (a === b || (languageTag(a) ?? a) === (languageTag(b) ?? b))
}

export function isItem(name: string): boolean {
  return name === 'termSec' || name === 'tig' || name === 'ntig'
}

function addText(
  texts: ExchangeText[],
  language: string,
  holder: XmlElement,
  item: XmlElement,
  shape: ExchangeShape,
): void {
  const value = childElement(childElement(item, 'termGrp') ?? item, shape.value)
  if (value !== null) texts.push({ language, holder, item, value })
}

/** Language attributes were without prefix before TMX 1.3. */
function languageAttribute(element: XmlElement): string | null {
  return attributeOf(element, 'xml:lang') ?? attributeOf(element, 'lang')
}

function sourceHash(unit: XmlElement, shape: ExchangeShape, dialect: ExchangeDialect): string {
  const texts = textsOf(unit, shape)
  const language = attributeOf(unit, 'srclang') ?? shape.sourceLanguage
  const source = texts.find((text) => isSameLanguage(text.language, language)) ?? texts[0]
  return hashText(source === undefined ? '' : (exchangeText(source, dialect) ?? ''))
}
