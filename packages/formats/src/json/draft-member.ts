import { type DraftContainer, type DraftItem, type DraftValue, leaf } from '../source/json-draft.ts'
import { insertItem, type JsonLayout } from '../source/json-layout.ts'
import { quoteJson, requoteJson } from '../source/json-string.ts'
import { withoutLoneSurrogates } from '../source/lone-surrogates.ts'

/** Returns the member with a key; of several the last, as in `JSON.parse`. */
export function memberOf(container: DraftContainer, key: string): DraftItem | null {
  return container.items.findLast((item) => item.key === key) ?? null
}

/** Returns the object in a member, or null. */
export function objectOf(item: DraftItem | null): DraftContainer | null {
  return item !== null && item.value.kind === 'object' ? item.value : null
}

/** Returns the string in a member, or null. */
export function textOf(item: DraftItem | null): string | null {
  return item !== null && item.value.kind === 'leaf' ? item.value.text : null
}

/** Replaces the text of a member in its present style; keeps one that reads the same, and anything else. */
export function rewriteText(item: DraftItem, text: string, layout: JsonLayout): void {
  const { value } = item
  // A lone surrogate is read as a replacement character: its text is not changed by accident.
  if (value.kind !== 'leaf' || value.text === null || withoutLoneSurrogates(value.text) === text) return
  item.value = leaf(requoteJson(value.raw, text, layout.escapes), text)
}

/** Returns a new member that is not inserted yet: `insertMember` adds its whitespace. */
export function newMember(key: string, value: DraftValue, layout: JsonLayout): DraftItem {
  return { lead: '', key, rawKey: quoteJson(key, layout.escapes), colon: layout.colon, value, trail: '' }
}

export function newText(text: string, layout: JsonLayout): DraftValue {
  return leaf(quoteJson(text, layout.escapes), text)
}

export function newObject(items: readonly DraftItem[]): DraftContainer {
  return { kind: 'object', parent: null, items: [...items], tail: '' }
}

/** Returns the same value for the layout of another file. */
export function copyValue(value: DraftValue, layout: JsonLayout): DraftValue {
  if (value.kind === 'leaf') return leaf(value.raw, value.text)
  const items = value.items.map((item) => {
    const colon = item.key === null ? '' : layout.colon
    return { ...item, lead: '', colon, trail: '', value: copyValue(item.value, layout) }
  })
  return { kind: value.kind, parent: null, items, tail: '' }
}

/**
 * Inserts a member and formats its content: like `sample`, an object of the same kind, if that is on one
 * line.
 */
export function insertMember(
  container: DraftContainer,
  index: number,
  item: DraftItem,
  { layout, sample = null }: { readonly layout: JsonLayout; readonly sample?: DraftContainer | null },
): void {
  insertItem(container, index, item, layout)
  if (item.value.kind === 'leaf') return
  const first = sample?.items[0]
  if (sample === null || first === undefined || sample.items.some((inner) => inner.lead.includes('\n')))
    layOut(item.value, layout)
  else layOutInLine(item.value, sample, first)
}

/** Removes every member with the key; the whitespace of its neighbours is kept. */
export function dropMembers(container: DraftContainer, key: string): void {
  for (let index = container.items.length - 1; index >= 0; index--) {
    if (container.items[index]?.key === key) removeNode(container, index)
  }
}

/** Removes an item; the whitespace of its neighbours is kept. */
export function removeNode(container: DraftContainer, index: number): void {
  const [gone] = container.items.splice(index, 1)
  const first = container.items[0]
  if (index === 0 && gone !== undefined && first !== undefined) first.lead = gone.lead
  const last = container.items.at(-1)
  // Whitespace before a removed comma would be before the closing bracket.
  if (index === container.items.length && last !== undefined && container.tail !== '') last.trail = ''
  if (last === undefined) container.tail = ''
}

/** Formats the content of a container, once its parent determines its depth. */
function layOut(container: DraftContainer, layout: JsonLayout): void {
  for (const item of container.items.splice(0)) {
    insertItem(container, container.items.length, item, layout)
    if (item.value.kind !== 'leaf') layOut(item.value, layout)
  }
}

function layOutInLine(container: DraftContainer, sample: DraftContainer, first: DraftItem): void {
  const next = sample.items[1]?.lead ?? ' '
  for (const [i, item] of container.items.entries()) {
    item.lead = i === 0 ? first.lead : next
    item.colon = item.key === null ? '' : first.colon
    if (item.value.kind !== 'leaf') {
      item.value.parent = { container, item }
      layOutInLine(item.value, sample, first)
    }
  }
  container.tail = container.items.length === 0 ? '' : sample.tail
}
