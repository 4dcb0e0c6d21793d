import { attributesOf, childElements, type XmlElement } from '../source/xml-tree.ts'

/** Prefixes of XML names, for example `xliff`. */
export type Prefixes = ReadonlySet<string>

/** Returns the prefixes that the start tag of an element declares. */
export function prefixesOf(element: XmlElement): readonly string[] {
  return declaredIn(namesIn(element))
}

/**
 * Returns the prefixes that are declared within a tag with these names, its own and those of its attributes. Null: it
 * uses one that neither `outer` has nor the tag declares.
 */
export function prefixesWithin(names: readonly string[], outer: Prefixes): Prefixes | null {
  const used = names.flatMap((name) => prefixOf(name) ?? [])
  if (used.length === 0) return outer
  const declared = declaredIn(names)
  const inner = declared.length === 0 ? outer : new Set([...outer, ...declared])
  return used.every((prefix) => BUILT_IN.has(prefix) || inner.has(prefix)) ? inner : null
}

/** Returns whether the prefixes of all tags within an element are declared, by `outer` or by a tag around them. */
export function hasDeclaredPrefixes(element: XmlElement, outer: Prefixes): boolean {
  return childElements(element).every((child) => {
    const inner = prefixesWithin(namesIn(child), outer)
    return inner !== null && hasDeclaredPrefixes(child, inner)
  })
}

/** No file declares these (Namespaces in XML, 3). */
const BUILT_IN: Prefixes = new Set(['xml', 'xmlns'])

function namesIn(element: XmlElement): readonly string[] {
  return [element.name, ...attributesOf(element).map(({ name }) => name)]
}

function declaredIn(names: readonly string[]): readonly string[] {
  return names.filter((name) => name.startsWith('xmlns:')).map((name) => name.slice('xmlns:'.length))
}

function prefixOf(name: string): string | null {
  const colon = name.indexOf(':')
  return colon < 0 ? null : name.slice(0, colon)
}
