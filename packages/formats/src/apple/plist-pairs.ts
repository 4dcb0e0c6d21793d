import type { DraftElement } from '../source/xml-draft.ts'
import { firstElement, nextElement, type XmlElement } from '../source/xml-tree.ts'
import { readXmlValue } from '../source/xml-value.ts'

/** A key and its value in a `<dict>` of a property list. */
export type PlistPair = { readonly name: string; readonly key: XmlElement; readonly value: XmlElement }

/** Returns the pairs of a dictionary in file order, and elements outside any pair. */
export function plistPairs(
  file: string,
  dict: XmlElement,
): { readonly pairs: readonly PlistPair[]; readonly stray: readonly XmlElement[] } {
  const pairs: PlistPair[] = []
  const stray: XmlElement[] = []
  let key: XmlElement | null = null
  for (let element = firstElement(dict); element !== null; element = nextElement(element)) {
    if (element.name === 'key') {
      if (key !== null) stray.push(key)
      key = element
    } else if (key === null) {
      stray.push(element)
    } else {
      const name = readXmlValue(file, key)
      if (name === null) stray.push(key)
      else pairs.push({ name, key, value: element })
      key = null
    }
  }
  if (key !== null) stray.push(key)
  return { pairs, stray }
}

/**
 * Returns a function that finds out if a pair is used: as in a dictionary that is filled in file order, the
 * last one of each name is.
 */
export function isCounting(pairs: readonly PlistPair[]): (pair: PlistPair) => boolean {
  // For a few pairs, searching is faster than a table.
  if (pairs.length <= FEW) return (pair) => pairs.findLast(({ name }) => name === pair.name) === pair
  const last = lastPairs(pairs)
  return (pair) => last.get(pair.name) === pair
}

const FEW = 12

/** Returns the pairs that are used, by their names. */
export function lastPairs(pairs: readonly PlistPair[]): ReadonlyMap<string, PlistPair> {
  return new Map(pairs.map((pair) => [pair.name, pair]))
}

export type DraftPair = { readonly key: DraftElement; readonly value: DraftElement }
