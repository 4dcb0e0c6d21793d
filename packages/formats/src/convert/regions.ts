import type { Span } from '@dragoman/core'
import { parseXml } from '../source/parse-xml.ts'
import { firstElement, nextElement, type XmlElement } from '../source/xml-tree.ts'

/** The location of a text, and its key. Sorted by start, without overlaps. */
export type TextLocation = Span & { readonly key: string }

/** A part of a file that is about one key; null: about none. */
export type Region = Span & { readonly owner: string | null }

/** Returns the largest elements with the texts of a single key, and those alongside them without texts. */
export function regionsOfXml(text: string, places: readonly TextLocation[]): readonly Region[] {
  const { root } = parseXml(text)
  const regions: Region[] = []
  if (root !== null) addElement(root, places, regions)
  return regions
}

function addElement(element: XmlElement, places: readonly TextLocation[], regions: Region[]): void {
  const owner = ownerWithin(element, places)
  if (owner !== undefined) {
    regions.push({ start: element.start, end: element.end, owner })
    return
  }
  for (let child = firstElement(element); child !== null; child = nextElement(child))
    addElement(child, places, regions)
}

/**
 * Returns the largest members of JSON whose objects and arrays have the texts of a single key, and those
 * alongside them without texts.
 */
export function regionsOfJson(text: string, places: readonly TextLocation[]): readonly Region[] {
  const open: { readonly start: number; readonly inner: Region[] }[] = []
  const top: Region[] = []
  let key = -1
  for (const match of text.matchAll(/"(?:[^"\\]|\\[\s\S])*"|[{}[\],]/g)) {
    const [token] = match
    if (token.startsWith('"')) key = key < 0 ? match.index : key
    else if (token === '{' || token === '[') open.push({ start: key < 0 ? match.index : key, inner: [] })
    else if (token === '}' || token === ']') {
      const closed = open.pop()
      if (closed === undefined) continue
      const span = { start: closed.start, end: match.index + 1 }
      const owner = ownerWithin(span, places)
      const outer = open.at(-1)?.inner ?? top
      if (owner === undefined) outer.push(...closed.inner)
      else outer.push({ ...span, owner })
    }
    if (!token.startsWith('"')) key = -1
  }
  return top
}

/**
 * Returns the tables of TOML with the texts of a single key. Comments at their end belong to the next
 * statement.
 */
export function regionsOfToml(text: string, places: readonly TextLocation[]): readonly Region[] {
  const heads = [...text.matchAll(/^[ \t]*\[/gm)].map(({ index }) => index)
  return heads.flatMap((start, i) => {
    const end = withoutLastComments(text, start, heads[i + 1] ?? text.length)
    const owner = ownerWithin({ start, end }, places)
    return owner === undefined || owner === null ? [] : [{ start, end, owner }]
  })
}

function withoutLastComments(text: string, start: number, tableEnd: number): number {
  let end = tableEnd
  while (end > start) {
    const lineStart = Math.max(text.lastIndexOf('\n', end - 2) + 1, start)
    if (!/^\s*(?:#|$)/.test(text.slice(lineStart, end))) break
    end = lineStart
  }
  return end
}

/** Returns the only key with a text in a span; null: there is none; undefined: there are several. */
function ownerWithin({ start, end }: Span, places: readonly TextLocation[]): string | null | undefined {
  let owner: string | null = null
  for (let at = firstFrom(places, start); at < places.length; at++) {
    const place = places[at]
    if (place === undefined || place.start >= end) break
    if (owner !== null && owner !== place.key) return undefined
    owner = place.key
  }
  return owner
}

/** Returns the index of the first of sorted spans that starts at or after a position. */
export function firstFrom(spans: readonly Span[], start: number): number {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.start ?? 0) < start) low = middle + 1
    else high = middle
  }
  return low
}
