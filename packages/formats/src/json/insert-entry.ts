import { type EntryPath, isKeyName } from '@dragoman/core'
import { EditError } from '../edit/edit-error.ts'
import { FILE_LIMITS } from '../limits/limits.ts'
import {
  type DraftContainer,
  type DraftItem,
  type DraftValue,
  itemNamed,
  leaf,
  shiftContainer,
} from '../source/json-draft.ts'
import { afterLineBreak, insertItem } from '../source/json-layout.ts'
import { isUsableKey } from '../source/usable-key.ts'
import { type EditSession, type Gap, type NodeLocation, registerItem } from './edit-session.ts'
import { entryName, isDottedName } from './entry-name.ts'
import { isSchemaItem } from './schema-member.ts'

/** A value to insert into a file, with its path and neighbours. */
export type NewEntry = {
  readonly path: EntryPath
  readonly value: DraftValue
  /** Names, nearest first; it is inserted after the first that exists. */
  readonly after: readonly string[]
  /** Positions, nearest first, that take precedence over `after`. */
  readonly gaps: readonly Gap[]
  /** The member it accompanies. */
  readonly companionOf: NodeLocation | null
  /** The indentation of the lines of the value where it was; absent: it is new, and gets the file's layout. */
  readonly indent?: string
  /**
   * Keys, nearest first, that take precedence over `after` if they are among its siblings, for example the
   * categories before a plural form.
   */
  readonly following?: readonly string[] | undefined
}

/**
 * Inserts a new entry, creates missing parents and returns the member with its text. If a parent cannot be
 * created, because there is a text in its position or the file writes that part flat, the rest of the path
 * becomes one dotted key if the dialect's programs also find it there.
 */
export function insertEntry(session: EditSession, entry: NewEntry): NodeLocation {
  const name = entryName(entry.path)
  if (!isUsablePath(entry.path)) throw new EditError('unusable-path', name)
  const location = findLocation(session, session.isFlat ? [name] : entry.path)
  const { container, rest } = location
  const existing = location.existing
  const value = wrap(entry.value, rest.slice(1), session)
  if (existing !== null) {
    if (!isReplaceable(existing.value)) throw new EditError('place-taken', name)
    existing.value = value
    if (value.kind !== 'leaf') value.parent = { container, item: existing }
    layOutValue(existing, session, entry)
    registerItem(session, container, existing)
    return innermost({ container, item: existing })
  }
  const item = newItem(container, rest[0], value, session)
  if (container.kind === 'array') fillGap(container, Number(rest[0]), session)
  const index =
    container.kind === 'array'
      ? container.items.length
      : indexFor(session, container, rest.length === 1 ? entry : { ...entry, following: [] })
  insertItem(container, index, item, session.layout)
  layOutValue(item, session, entry)
  registerItem(session, container, item)
  return innermost({ container, item })
}

/** Inserts a member that accompanies another, unless its key exists already. */
export function insertNextTo(session: EditSession, entry: NewEntry): void {
  try {
    insertEntry(session, entry)
  } catch (error) {
    if (!(error instanceof EditError)) throw error
  }
}

/** Whether there is nothing at a path, and its missing part would be written as nested objects. */
export function isFreePath(session: EditSession, path: EntryPath): boolean {
  try {
    const { rest, existing } = findLocation(session, session.isFlat ? [entryName(path)] : path)
    return existing === null && entryName(rest.slice(-1)) === String(path.at(-1))
  } catch (error) {
    if (error instanceof EditError) return false
    throw error
  }
}

/**
 * Whether a value can be replaced: a number, true, false, null or an empty object, but not a text without an
 * entry.
 */
function isReplaceable(value: DraftValue): boolean {
  return value.kind === 'leaf' ? value.text === null : value.items.length === 0
}

function innermost(nodeLocation: NodeLocation): NodeLocation {
  const { value } = nodeLocation.item
  const last = value.kind === 'leaf' ? undefined : value.items.at(-1)
  return value.kind === 'leaf' || last === undefined
    ? nodeLocation
    : innermost({ container: value, item: last })
}

function isUsablePath(path: EntryPath): boolean {
  if (typeof path[0] !== 'string' || path.length > FILE_LIMITS.nesting || !isKeyName(entryName(path)))
    return false
  return path.every((part) =>
    typeof part === 'string' ? isUsableKey(part) : Number.isInteger(part) && part >= 0,
  )
}

type Location = {
  readonly container: DraftContainer
  readonly rest: EntryPath
  readonly existing: DraftItem | null
}

function findLocation({ root, dialect }: EditSession, path: EntryPath): Location {
  let container = root
  let object = root
  let objectAt = 0
  const inOneKey = (): Location => {
    const key = path.slice(objectAt).join('.')
    return { container: object, rest: [key], existing: itemNamed(object, key) }
  }
  const flat = (): Location => {
    if (dialect.dottedKeys === 'never') throw new EditError('place-taken', entryName(path))
    if (dialect.dottedKeys === 'anywhere') return inOneKey()
    const key = entryName(path)
    return { container: root, rest: [key], existing: itemNamed(root, key) }
  }
  for (const [i, part] of path.entries()) {
    if (container.kind === 'object') {
      object = container
      objectAt = i
    } else if (typeof part !== 'number' || part > container.items.length + FILE_LIMITS.arrayGap) {
      return flat()
    }
    const member =
      container.kind === 'object'
        ? itemNamed(container, String(part))
        : (container.items[Number(part)] ?? null)
    const rest = path.slice(i)
    if (rest.length === 1) return { container, rest, existing: member }
    if (member === null) {
      if (container.kind === 'object' && isWrittenFlat(container, rest)) return inOneKey()
      if (rest.slice(1).some((later) => typeof later === 'number' && later > FILE_LIMITS.arrayGap))
        return flat()
      return { container, rest, existing: null }
    }
    if (member.value.kind === 'leaf') {
      const isFree = member.value.vacated || (container.kind === 'array' && member.value.raw === 'null')
      return isFree ? { container, rest, existing: member } : flat()
    }
    container = member.value
  }
  return flat()
}

/**
 * Returns whether the file already writes the missing part of the path with dotted keys; the deepest such
 * prefix is decisive.
 */
function isWrittenFlat(container: DraftContainer, rest: EntryPath): boolean {
  const prefix = `${rest[0]}.`
  return container.items.some((item) => item.key?.startsWith(prefix) && isDottedName(item.key))
}

function wrap(value: DraftValue, parts: EntryPath, session: EditSession): DraftValue {
  let wrapped = value
  for (const part of parts.toReversed()) {
    const container: DraftContainer = {
      kind: typeof part === 'number' ? 'array' : 'object',
      parent: null,
      items: [],
      tail: '',
    }
    const item = newItem(container, part, wrapped, session)
    if (typeof part === 'number') fillGap(container, part, session)
    container.items.push(item)
    if (wrapped.kind !== 'leaf') wrapped.parent = { container, item }
    wrapped = container
  }
  return wrapped
}

/** Formats new containers, once their depth is known. */
function layOutValue({ value, lead }: DraftItem, session: EditSession, entry: NewEntry): void {
  if (value.kind === 'leaf') return
  if (value === entry.value && entry.indent !== undefined) {
    if (lead.includes('\n')) shiftContainer(value, entry.indent, afterLineBreak(lead))
    return
  }
  const items = value.items.splice(0)
  for (const item of items) {
    insertItem(value, value.items.length, item, session.layout)
    layOutValue(item, session, entry)
  }
}

function fillGap(container: DraftContainer, index: number, session: EditSession): void {
  while (container.items.length < index) {
    insertItem(
      container,
      container.items.length,
      newItem(container, 0, leaf('null', null), session),
      session.layout,
    )
  }
}

function newItem(
  container: DraftContainer,
  part: string | number | undefined,
  value: DraftValue,
  session: EditSession,
): DraftItem {
  if (container.kind === 'array') return { lead: '', key: null, rawKey: '', colon: '', value, trail: '' }
  const key = String(part)
  return {
    lead: '',
    key,
    rawKey: session.dialect.grammar.quoteKey(key, session.layout),
    colon: session.layout.colon,
    value,
    trail: '',
  }
}

function indexFor(session: EditSession, container: DraftContainer, entry: NewEntry): number {
  const index = wantedIndex(session, container, entry)
  const key = container.items[index - 1]?.key
  const companion =
    typeof key === 'string' && entry.companionOf === null ? session.dialect.companionOf?.(key) : undefined
  return companion !== undefined && container.items[index]?.key === companion ? index + 1 : index
}

function wantedIndex(session: EditSession, container: DraftContainer, entry: NewEntry): number {
  const beside = entry.companionOf === null ? null : itemWithin(container, entry.companionOf)
  if (beside !== null) return container.items.lastIndexOf(beside) + 1
  for (const key of entry.following ?? []) {
    const index = container.items.findLastIndex((item) => item.key === key)
    if (index >= 0) return index + 1
  }
  for (const gap of entry.gaps)
    if (gap.container === container) return Math.min(gap.index, container.items.length)
  for (const name of entry.after) {
    const place = session.locations.get(name)?.[0]
    const item = place === undefined ? null : itemWithin(container, place)
    if (item !== null) return container.items.lastIndexOf(item) + 1
  }
  const [first] = container.items
  return container === session.root && first !== undefined && isSchemaItem(first) ? 1 : 0
}

/** Returns the item of `container` that is, or contains, a location. */
function itemWithin(container: DraftContainer, place: NodeLocation): DraftItem | null {
  let at: NodeLocation | null = place
  while (at !== null && at.container !== container) at = at.container.parent
  return at?.item ?? null
}
