import { LIMITS } from '@dragoman/core'
import { type Document, type lineColumnOf, lineColumnsOf } from '@dragoman/formats'

type LineColumn = ReturnType<typeof lineColumnOf>

const places = new WeakMap<Document, (offset: number) => LineColumn>()
const offsets = new WeakMap<Document, ReadonlyMap<string, number>>()

/** Returns line and column of an offset. The lines of a document are found once, because many places are asked for. */
export function placeIn(document: Document, offset: number): LineColumn {
  const known = places.get(document)
  const placeOf = known ?? lineColumnsOf(document.text)
  if (known === undefined) places.set(document, placeOf)
  return placeOf(offset)
}

/** Returns the line of a key in its file: that of its first entry. */
export function lineOfKey(document: Document | null, name: string): number | null {
  if (document === null) return null
  const known = offsets.get(document)
  const byName = known ?? offsetsByName(document)
  if (known === undefined) offsets.set(document, byName)
  const offset = byName.get(name)
  return offset === undefined ? null : placeIn(document, offset).line
}

/** Returns where the first entry of each key starts: `items` has entries such as `items_one`. */
function offsetsByName({ entries }: Document): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  const add = (name: string | undefined, offset: number) => {
    if (name !== undefined && !found.has(name)) found.set(name, offset)
  }
  for (const { name, unit, span } of entries.values()) {
    add(name, span.start)
    add(unit?.name, span.start)
    // Longer names are no keys of a server.
    if (name.length > LIMITS.keyNameMax) continue
    for (let end = name.indexOf('_'); end !== -1; end = name.indexOf('_', end + 1))
      add(name.slice(0, end), span.start)
  }
  return found
}
