import { hashText, isPlainKeyName } from '@dragoman/core'
import { inlineText } from '../source/inline-text.ts'
import { languageTag } from '../source/language-tag.ts'
import { attributeOf, firstElement, nextElement, type XmlElement } from '../source/xml-tree.ts'
import type { ExchangeDialect, ExchangeShape } from './exchange-shape.ts'

/** The location of one text of a unit. */
export type ExchangeText = {
  readonly language: string
  /** The element that is removed with the text: its holder, if it is the language's only text. */
  readonly holder: XmlElement
  readonly item: XmlElement
  readonly value: XmlElement
}

export type ExchangeUnit = {
  readonly name: string
  /**
   * Whether the name is the unit's own; otherwise it is derived from its source text, by which tools compare
   * units.
   */
  readonly hasId: boolean
  readonly element: XmlElement
}

/** Returns the units of a file with their names: `name~2` is the second unit with a name. */
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

/** Returns the id of a unit, if it can be its name. */
export function idOf(unit: XmlElement, shape: ExchangeShape): string | null {
  const id = attributeOf(unit, shape.id)
  return id !== null && isPlainKeyName(id) ? id : null
}

/** Returns the texts of a unit in all languages, including those without displayable content. */
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

/**
 * Returns the name of a text: the first one in a language has the unit's name, the others its name and a
 * number.
 */
export function textName(unit: string, count: number): string {
  return count === 1 ? unit : `${unit}#${count}`
}

/** Returns the content of a text; null if it has elements that cannot be part of one. */
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
  const value = firstElement(firstElement(item, 'termGrp') ?? item, shape.value)
  if (value !== null) texts.push({ language, holder, item, value })
}

/** Returns the language; its attribute had no prefix before TMX 1.3. */
function languageAttribute(element: XmlElement): string | null {
  return attributeOf(element, 'xml:lang') ?? attributeOf(element, 'lang')
}

function sourceHash(unit: XmlElement, shape: ExchangeShape, dialect: ExchangeDialect): string {
  const texts = textsOf(unit, shape)
  const language = attributeOf(unit, 'srclang') ?? shape.sourceLanguage
  const source = texts.find((text) => isSameLanguage(text.language, language)) ?? texts[0]
  return hashText(source === undefined ? '' : (exchangeText(source, dialect) ?? ''))
}
