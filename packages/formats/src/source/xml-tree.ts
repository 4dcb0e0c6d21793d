import type { Issue } from '@dragoman/core'

/** All positions are UTF-16 code units in the text that was read; `end` is exclusive. */
export type XmlNode = XmlElement | XmlText | XmlCdata | XmlOther

export type XmlElement = {
  readonly kind: 'element'
  /** As written: `prefix:local`. Prefixes are not resolved. */
  readonly name: string
  readonly start: number
  readonly end: number
  /** End of the start tag. `openEnd === closeStart` where there is nothing inside. */
  readonly openEnd: number
  /** Start of the end tag; `end` for `<a/>`, which has none. */
  readonly closeStart: number
  /** Written as `<a/>`. */
  readonly isSelfClosing: boolean
  readonly attributes: readonly XmlAttribute[]
  readonly children: readonly XmlNode[]
}

export type XmlAttribute = {
  readonly name: string
  /** The value with references resolved and blanks normalised (XML 1.0, 3.3.3). */
  readonly value: string
  /** From the name to the closing quote. */
  readonly start: number
  readonly end: number
  /** Between the quotes. */
  readonly valueStart: number
  readonly valueEnd: number
  readonly quote: '"' | "'"
}

/** Characters and references between tags, raw: `decodeXmlText` gives what they mean. */
export type XmlText = { readonly kind: 'text'; readonly start: number; readonly end: number }

/** `<![CDATA[…]]>`; the characters stand between `contentStart` and `contentEnd`. */
export type XmlCdata = {
  readonly kind: 'cdata'
  readonly start: number
  readonly end: number
  readonly contentStart: number
  readonly contentEnd: number
}

export type XmlOther = { readonly kind: 'comment' | 'instruction' | 'doctype'; readonly start: number; readonly end: number }

export type XmlTree = {
  /** Null where the text has no element at all. */
  readonly root: XmlElement | null
  /** Everything outside and including the root, in order. */
  readonly nodes: readonly XmlNode[]
  /** Errors of well-formedness, in file order. After each the reading goes on where sense can be made of the rest. */
  readonly issues: readonly Issue[]
}

/** The value of an attribute, or null where the element has none of that name. */
export function attributeOf(element: XmlElement, name: string): string | null {
  return findAttribute(element, name)?.value ?? null
}

export function findAttribute(element: XmlElement, name: string): XmlAttribute | null {
  return element.attributes.find((attribute) => attribute.name === name) ?? null
}

/** The child elements, all or those of one name. */
export function childElements(element: XmlElement, name?: string): readonly XmlElement[] {
  const found: XmlElement[] = []
  for (const child of element.children) {
    if (child.kind === 'element' && (name === undefined || child.name === name)) found.push(child)
  }
  return found
}

/** The first child element of a name, or null. */
export function childElement(element: XmlElement, name: string): XmlElement | null {
  for (const child of element.children) if (child.kind === 'element' && child.name === name) return child
  return null
}

/** What stands between the tags. */
export function innerSpan(element: XmlElement): { readonly start: number; readonly end: number } {
  return { start: element.openEnd, end: element.closeStart }
}
