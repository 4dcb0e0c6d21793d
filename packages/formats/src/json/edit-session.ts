import { type EntryPath, isKeyName } from '@dragoman/core'
import { EditError } from '../edit/edit-error.ts'
import { keyOf } from '../edit/kind-changes.ts'
import type { RenamedBranch } from '../edit/renamed-branches.ts'
import { blankLead, hasComment, joinLead, splitLead } from '../source/json-comment.ts'
import { type DraftContainer, type DraftItem, type JsonDraft, leaf } from '../source/json-draft.ts'
import type { JsonLayout } from '../source/json-layout.ts'
import { withoutLoneSurrogates } from '../source/lone-surrogates.ts'
import { siblingNamed, siblingsOf } from '../source/siblings.ts'
import { isUsableKey } from '../source/usable-key.ts'
import { isDottedName } from './entry-name.ts'
import {
  type Addition,
  type JsonDialect,
  type JsonLocation,
  type Placement,
  ROOT_SPOT,
  type TextMeaning,
} from './json-dialect.ts'
import { stepInto } from './read-json.ts'
import { isSchemaItem } from './schema-member.ts'

/** A file while it is being edited: its pieces, and the location of each name in them. */
export type EditSession = {
  readonly dialect: JsonDialect
  readonly draft: JsonDraft
  readonly root: DraftContainer
  readonly layout: JsonLayout
  /** The root of a sibling file, which defines the style of everything that this file has no example of. */
  readonly modelRoot: DraftContainer | null
  /**
   * Whether new names are written as one key each: the dialect has no objects, or the file, else its model,
   * has dotted names and no objects.
   */
  readonly isFlat: boolean
  /** The locations of a name, the one that is used first. */
  readonly locations: Map<string, readonly EntryLocation[]>
  /** The branches that are renamed as a whole, by the names of their entries, until that is done. */
  branches: Map<string, RenamedBranch>
  /** The paths of keys, by their names, whose plural kind changes: their members stay for the new texts. */
  kindChanges: ReadonlyMap<string, EntryPath>
  /** The names of the last entries that were moved to another parent, newest first: the next one follows them. */
  moved: readonly string[]
}

/** A member or an array's item, and its container. */
export type NodeLocation = { readonly container: DraftContainer; readonly item: DraftItem }

export type EntryLocation = NodeLocation & {
  readonly name: string
  readonly path: EntryPath
  readonly text: string
  /** The member that is the whole entry: the text's own, or one `up` levels above it. */
  readonly owner: NodeLocation
  readonly up: number
}

type FileInSession = Omit<EditSession, 'locations' | 'isFlat' | 'branches' | 'kindChanges' | 'moved'>

export function openSession(session: FileInSession): EditSession {
  const opened: EditSession = {
    ...session,
    locations: new Map(),
    isFlat: isFlat(session),
    branches: new Map(),
    kindChanges: new Map(),
    moved: [],
  }
  registerContainer(opened, session.root, ROOT_SPOT)
  return opened
}

function isFlat({ dialect, root, modelRoot }: FileInSession): boolean {
  if (dialect.dottedKeys === 'always') return true
  const sample = root.items.length > 0 ? root : modelRoot
  if (dialect.dottedKeys === 'never' || sample === null) return false
  const hasObjects = sample.items.some((item) => item.value.kind !== 'leaf')
  return !hasObjects && sample.items.some((item) => item.key !== null && isDottedName(item.key))
}

/** Registers the entries of a value that was inserted. */
export function registerItem(session: EditSession, container: DraftContainer, item: DraftItem): void {
  registerAt(session, { container, item }, locationOf({ container, item }))
}

function registerAt(session: EditSession, nodeLocation: NodeLocation, location: JsonLocation): void {
  const { value } = nodeLocation.item
  if (value.kind !== 'leaf') {
    registerContainer(session, value, location)
    return
  }
  if (value.text === null || !isKeyName(location.name)) return
  if (location.parent === ROOT_SPOT && isSchemaItem(nodeLocation.item)) return
  const meaning: TextMeaning | null =
    session.dialect.textAt === undefined ? location : session.dialect.textAt(location)
  if (meaning === null) return
  const { name, path, up = 0 } = meaning
  const { container, item } = nodeLocation
  const place: EntryLocation = {
    container,
    item,
    name,
    path,
    text: withoutLoneSurrogates(value.text),
    owner: nodeLocationAbove(nodeLocation, up),
    up,
  }
  const others = session.locations.get(name) ?? []
  const first = others[0]
  session.locations.set(
    name,
    first === undefined || session.dialect.isPreferred(place, first)
      ? [place, ...others]
      : [...others, place],
  )
}

function registerContainer(session: EditSession, container: DraftContainer, location: JsonLocation): void {
  if (container.kind === 'array') {
    for (const [i, item] of container.items.entries())
      registerAt(session, { container, item }, stepInto(location, i, null, undefined))
    return
  }
  const siblings = siblingsOf(container.items)
  for (const item of container.items) {
    if (item.key === null || !isUsableKey(item.key) || siblingNamed(siblings, item.key) !== item.value)
      continue
    registerAt(session, { container, item }, stepInto(location, item.key, siblings, undefined))
  }
}

function locationOf({ container, item }: NodeLocation): JsonLocation {
  const above = container.parent === null ? ROOT_SPOT : locationOf(container.parent)
  // Searched one by one, because the neighbours of an item change while the file is edited.
  const siblings = container.kind === 'array' ? null : { members: container.items, byKey: null }
  return stepInto(above, item.key ?? container.items.indexOf(item), siblings, undefined)
}

/** Returns the positions of the texts of a new entry, its own first. */
export function placementsOf(
  { dialect, root, modelRoot }: EditSession,
  edit: Addition,
): readonly Placement[] {
  return dialect.placements?.(edit, { root, modelRoot }) ?? [{ path: edit.path, text: edit.text }]
}

/** Throws unless the dialect's programs find an inserted text under the name. */
export function expectFound(session: EditSession, name: string): void {
  if (!session.locations.get(name)?.length) throw new EditError('not-representable', name)
}

/** Returns the member or item that contains a location, so many levels above it. */
export function nodeLocationAbove(nodeLocation: NodeLocation, levels: number): NodeLocation {
  const above = levels > 0 ? nodeLocation.container.parent : null
  return above === null ? nodeLocation : nodeLocationAbove(above, levels - 1)
}

/** A level of the file from which something was removed; the next insertion there has position `index`. */
export type Gap = { readonly container: DraftContainer; readonly index: number }

/** A member that was removed with another one, `level` levels above the entry. */
export type Companion = { readonly item: DraftItem; readonly level: number }

/**
 * Removes a member, with those that its key hides, then every parent that is empty afterwards. In an array, an item
 * that others follow becomes null, because their names are their positions.
 */
export function removeMember(
  { dialect }: EditSession,
  node: NodeLocation,
): { readonly gaps: readonly Gap[]; readonly companions: readonly Companion[] } {
  const gaps: Gap[] = []
  const companions: Companion[] = []
  let { container, item } = node
  for (let level = 0; ; level++) {
    const index = container.items.indexOf(item)
    const isGone = container.kind === 'array' ? vacate(container, index) : dropMember(container, item)
    gaps.push({ container, index: isGone ? index : index + 1 })
    if (isGone && item.key !== null)
      companions.push(...dropCompanion(container, dialect.companionOf?.(item.key), level))
    const parent = container.parent
    const isLeft = container.items.length > 0 && dialect.isLeftover?.(container) !== true
    if (!isGone || isLeft) break
    if (!hasComment(container.tail)) container.tail = ''
    if (parent === null) break
    if (parent.container.kind === 'object' && isShadowing(parent.container, parent.item)) break
    container = parent.container
    item = parent.item
  }
  for (let above = container.parent; above !== null; above = above.container.parent) {
    gaps.push({ container: above.container, index: above.container.items.indexOf(above.item) + 1 })
  }
  return { gaps, companions }
}

function dropCompanion(
  container: DraftContainer,
  key: string | undefined,
  level: number,
): readonly Companion[] {
  const item = key === undefined ? undefined : container.items.findLast((other) => other.key === key)
  if (item === undefined) return []
  dropMember(container, item)
  return [{ item, level }]
}

/**
 * Empties the member of a key whose plural kind changes, so that what accompanies it and its position stay. Returns
 * whether it does.
 */
export function vacateKey(session: EditSession, place: EntryLocation): boolean {
  const { owner, name } = place
  const path = session.kindChanges.get(keyOf(name))
  const key = name === keyOf(name) ? owner : owner.container.parent
  const isThere = key !== null && path !== undefined && pathOf(key).join('\0') === path.join('\0')
  if (!isThere || (key !== owner && owner.container.items.length > 1)) return false
  key.item.value = { ...leaf('null', null), vacated: true }
  return true
}

/** Returns the current path of an item. */
export function pathOf({ container, item }: NodeLocation): EntryPath {
  const part = item.key ?? container.items.indexOf(item)
  return container.parent === null ? [part] : [...pathOf(container.parent), part]
}

/** Removes the members that `item` hides, so that they do not become effective. */
export function dropShadowed(container: DraftContainer, item: DraftItem): void {
  for (let i = container.items.length - 1; i >= 0; i--) {
    const other = container.items[i]
    if (other !== undefined && other !== item && other.key === item.key) removeNode(container, i)
  }
}

function isShadowing(container: DraftContainer, item: DraftItem): boolean {
  return container.items.some((other) => other !== item && other.key === item.key)
}

function dropMember(container: DraftContainer, item: DraftItem): true {
  dropShadowed(container, item)
  removeNode(container, container.items.indexOf(item))
  return true
}

function removeNode(container: DraftContainer, index: number): void {
  const { items } = container
  const [gone] = items.splice(index, 1)
  if (gone === undefined) return
  const next = items[index]
  const { others, own } = splitLead(gone.lead)
  if (index === 0 && next !== undefined)
    next.lead = joinLead(others, hasComment(next.lead) ? next.lead : blankLead(own))
  else if (next !== undefined) next.lead = joinLead(others, next.lead)
  else container.tail = joinLead(others, container.tail)
  const last = items.at(-1)
  // Whitespace before a removed comma would be before the closing bracket.
  if (next === undefined && last !== undefined && container.tail !== '' && !hasComment(last.trail))
    last.trail = ''
}

function vacate(container: DraftContainer, index: number): boolean {
  const item = container.items[index]
  if (item === undefined) return false
  item.value = { ...leaf('null', null), vacated: true }
  let isShorter = false
  for (
    let last = container.items.at(-1);
    last?.value.kind === 'leaf' && last.value.vacated;
    last = container.items.at(-1)
  ) {
    removeNode(container, container.items.length - 1)
    isShorter = true
  }
  return isShorter
}
