import { EditError } from '../edit/edit-error.ts'
import { type Document, type EntryState, unitEntryName } from '../format.ts'
import { parseJson } from '../source/json.ts'
import { type DraftContainer, type DraftItem, draftJson, type JsonDraft } from '../source/json-draft.ts'
import { DEFAULT_LAYOUT, itemIndent, type JsonLayout, layoutOf } from '../source/json-layout.ts'
import {
  dropMembers,
  insertMember,
  memberOf,
  newMember,
  newObject,
  objectOf,
  textOf,
} from './draft-member.ts'
import { scanKeys } from './scan-catalog.ts'
import { type LanguageMatcher, languageMatcher } from './xcstrings-language.ts'
import { type Route, routeFor, routeUnit } from './xcstrings-route.ts'

/** A string catalog while it is being edited. */
export type XcstringsSession = {
  readonly draft: JsonDraft
  readonly strings: DraftContainer
  readonly layout: JsonLayout
  readonly language: LanguageMatcher
  /** The spelling of a language that is new in the file. */
  readonly languageName: string
  readonly source: string | null
  readonly isSource: boolean
  /** Members of `strings` by key. */
  readonly keys: Map<string, DraftItem>
  /** Members that are not parsed yet: a catalog is large, and an edit changes few of its keys. */
  readonly closed: Set<DraftItem>
  /** The positions of the view's entries, by name. */
  readonly routes: Map<string, Route>
  /** Keys that lost a source text; those that have none at the end are removed. */
  readonly keysWithoutSource: Set<string>
  /** Whether the keys are in Xcode's order, so that a new one is inserted in order. */
  readonly isSorted: boolean
}

/** Xcode's layout, with a blank before the colon. */
export const XCODE_LAYOUT: JsonLayout = { ...DEFAULT_LAYOUT, colon: ' : ' }

export function openXcstrings(document: Document, model: JsonLayout): XcstringsSession {
  const { draft, root, strings, closed } = parseWithoutTail(document.text)
  const source = textOf(memberOf(root, 'sourceLanguage'))
  const languageName = document.view?.language ?? source ?? 'en'
  const language = languageMatcher(languageName)
  const routes = new Map<string, Route>()
  for (const { name, path, unit } of document.entries.values()) {
    const route = routeFor(path, unit)
    if (route !== null) routes.set(name, route)
  }
  const keys = new Map<string, DraftItem>()
  for (const item of strings.items) if (item.key !== null) keys.set(item.key, item)
  return {
    draft,
    strings,
    layout: layoutOf(document.text, draft, model),
    language,
    languageName,
    source,
    isSource: source !== null && language.matches(source),
    keys,
    closed,
    routes,
    keysWithoutSource: new Set(),
    isSorted: isSorted(strings),
  }
}

/** Parses the file down to its keys. */
function parseWithoutTail(text: string) {
  const tree = scanKeys(text)
  const draft = tree === null ? null : draftJson(text, tree)
  const root = draft?.root.kind === 'object' ? draft.root : null
  const strings = root === null ? null : objectOf(memberOf(root, 'strings'))
  if (draft === null || root === null || strings === null) throw new EditError('not-whole', '')
  return { draft, root, strings, closed: new Set(strings.items) }
}

/** Returns the entry of a key, parsed. */
export function entryOf(session: XcstringsSession, key: string): DraftContainer | null {
  const item = session.keys.get(key)
  if (item === undefined) return null
  if (session.closed.delete(item) && item.value.kind === 'leaf') {
    const { raw } = item.value
    const { root } = parseJson(raw)
    if (root !== null) item.value = draftJson(raw, root).root
    if (item.value.kind !== 'leaf') item.value.parent = { container: session.strings, item }
  }
  return objectOf(item)
}

export function entryName(route: Route): string {
  const unit = routeUnit(route)
  if (unit === null) throw new EditError('unusable-path', route.key)
  return unitEntryName(unit)
}

/** Returns the localization of a key in the language of the view. */
export function localizationOf(session: XcstringsSession, key: string): DraftContainer | null {
  return objectOf(pickLanguage(entryOf(session, key), session.language))
}

export function pickLanguage(entry: DraftContainer | null, language: LanguageMatcher): DraftItem | null {
  const localizations = entry === null ? null : objectOf(memberOf(entry, 'localizations'))
  return localizations === null ? null : language.pick(localizations.items)
}

/** Returns the members that lead from a localization to the object with the `stringUnit` of a route. */
export function routeMembers({ steps, form }: Route): readonly string[] {
  const members = steps.flatMap(({ kind, name }) =>
    kind === 'substitutions' ? [kind, name] : ['variations', kind, name],
  )
  return form === null ? members : [...members, 'variations', 'plural', form]
}

/** Returns the object with the `stringUnit` of a route, or null if there is none. */
export function findStringUnitParent(session: XcstringsSession, route: Route): DraftContainer | null {
  let at = localizationOf(session, route.key)
  for (const member of routeMembers(route)) at = at === null ? null : objectOf(memberOf(at, member))
  return at
}

/** Returns the member with that key; creates a missing one at its position in Xcode's order. */
export function requireObject(
  session: XcstringsSession,
  container: DraftContainer,
  key: string,
): DraftContainer {
  const existing = memberOf(container, key)
  if (existing === null) return addSorted(session, container, newMember(key, newObject([]), session.layout))
  if (existing.value.kind !== 'object') throw new EditError('place-taken', key)
  return existing.value
}

/** Inserts a member where Xcode would; returns the object in it. */
export function addSorted(
  session: XcstringsSession,
  container: DraftContainer,
  item: DraftItem,
): DraftContainer {
  const key = item.key ?? ''
  const before = container.items.findIndex((other) => other.key !== null && compareKeys(other.key, key) > 0)
  insertMember(container, before < 0 ? container.items.length : before, item, { layout: session.layout })
  return objectOf(item) ?? container
}

/** Removes a member and then every object that is empty afterwards, up to the entry of the key. */
export function prune(session: XcstringsSession, container: DraftContainer, key: string): void {
  let at = container
  let member = key
  for (;;) {
    dropMembers(at, member)
    if (at.items.length === 0) at.tail = emptyTail(session, at)
    const parent = at.parent
    if (parent === null || parent.container === session.strings || parent.item.key === null || hasContent(at))
      return
    at = parent.container
    member = parent.item.key
  }
}

/**
 * Returns whether a container still has content: a substitution without texts has none, even with an
 * argument.
 */
function hasContent(container: DraftContainer): boolean {
  const isSubstitution = container.parent?.container.parent?.item.key === 'substitutions'
  return container.items.some(({ key }) => !isSubstitution || (key !== 'argNum' && key !== 'formatSpecifier'))
}

/** Returns the end of an empty object, which Xcode writes on three lines. */
export function emptyTail({ layout }: XcstringsSession, container: DraftContainer): string {
  if (layout.multiLine === false || container.parent === null) return ''
  return layout.eol + layout.eol + itemIndent(container.parent.container, layout)
}

/** Returns Xcode's word for a state; of two with the same meaning, the current one. */
export function xcodeState(state: EntryState | undefined, current: string | null): string {
  if (state !== 'draft') return 'translated'
  return current === 'new' ? 'new' : 'needs_review'
}

/** Compares keys in Xcode's order: alphabetically, numbers by their value. */
export function compareKeys(a: string, b: string): number {
  return COLLATOR.compare(a, b)
}

const COLLATOR = new Intl.Collator('en', { numeric: true })

/** Whether keys are sorted, except for a few that a merge has misplaced. */
function isSorted({ items }: DraftContainer): boolean {
  let misplaced = 0
  for (const [i, item] of items.entries()) {
    const previous = items[i - 1]
    if (previous !== undefined && compareKeys(previous.key ?? '', item.key ?? '') > 0) misplaced++
  }
  return misplaced * 20 <= items.length
}

/** Whether there is a text directly in this object. */
export function hasUnit(holder: DraftContainer | null): boolean {
  const unit = holder === null ? null : objectOf(memberOf(holder, 'stringUnit'))
  return unit !== null && textOf(memberOf(unit, 'value')) !== null
}

export function hasRoute(session: XcstringsSession, key: string): boolean {
  for (const route of session.routes.values()) if (route.key === key) return true
  return false
}

export function dropKey(session: XcstringsSession, key: string): void {
  const item = session.keys.get(key)
  if (item === undefined) return
  const { strings } = session
  session.keys.delete(key)
  for (let i = strings.items.length - 1; i >= 0; i--) {
    if (strings.items[i]?.key !== key) continue
    const [gone] = strings.items.splice(i, 1)
    const first = strings.items[0]
    if (i === 0 && gone !== undefined && first !== undefined) first.lead = gone.lead
  }
  if (strings.items.length === 0) strings.tail = emptyTail(session, strings)
}
