import { encodeText } from '../bytes/decode.ts'
import {
  type AddEdit,
  applyEdits,
  type EditTarget,
  type RenameEdit,
  type SetEdit,
} from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import type { Document, EntryEdit } from '../format.ts'
import { printDraft } from '../source/json-draft.ts'
import {
  insertMember,
  memberOf,
  newMember,
  newObject,
  newText,
  objectOf,
  rewriteText,
} from './draft-member.ts'
import { xcstringsLayout } from './empty-xcstrings.ts'
import { renameKey } from './rename-xcstrings-key.ts'
import { spliceTexts } from './splice-texts.ts'
import { isUntranslatable, resetState, setState, writeText } from './write-xcstrings-text.ts'
import { type Route, routeFor } from './xcstrings-route.ts'
import {
  compareKeys,
  dropKey,
  entryName,
  entryOf,
  findStringUnitParent,
  hasUnit,
  localizationOf,
  openXcstrings,
  pickLanguage,
  prune,
  type XcstringsSession,
} from './xcstrings-session.ts'

/** Returns the bytes of a string catalog after the edits (see Format.edit). */
export function editXcstrings(
  document: Document,
  edits: readonly EntryEdit[],
  model: Document | null,
): Uint8Array {
  // An emptied text also gets another state.
  const isEmptying = edits.some((edit) => edit.kind === 'set' && edit.text === '')
  const spliced = isEmptying ? null : spliceTexts(document, edits)
  return encodeText(spliced ?? textAfter(document, edits, model), document.encoding)
}

function textAfter(document: Document, edits: readonly EntryEdit[], model: Document | null): string {
  const session = openXcstrings(document, xcstringsLayout(model))
  applyEdits(targetOf(session), edits)
  const kept = new Set([...session.routes.values()].map((route) => route.key))
  for (const key of session.keysWithoutSource) if (!kept.has(key)) dropKey(session, key)
  return printDraft(session.draft)
}

function targetOf(session: XcstringsSession): EditTarget<Route> {
  const { routes } = session
  return {
    nameOf: (edit) => entryName(routeOf(edit)),
    find: (name) => routes.get(name) ?? null,
    setText: (route, edit) => setText(session, route, edit),
    insert: (edit, name) => addEntry(session, edit, name),
    remove: (route, name) => removeEntry(session, route, name),
    rename: (route, edit, newName) => renameKey(session, route, { wanted: routeOf(edit), newName }),
  }
}

function routeOf(edit: AddEdit | RenameEdit): Route {
  const route = routeFor(edit.unit?.path ?? edit.path, edit.unit)
  if (route === null) throw new EditError('not-representable', edit.path.join('.'))
  return route
}

function setText(session: XcstringsSession, route: Route, { text, state }: SetEdit | AddEdit): void {
  const holder = findStringUnitParent(session, route)
  const unit = holder === null ? null : objectOf(memberOf(holder, 'stringUnit'))
  const value = unit === null ? null : memberOf(unit, 'value')
  if (unit === null || value === null || value.value.kind !== 'leaf' || value.value.text === null) {
    // The key is the source text, so only a different text, or a state, has to be written.
    if (text !== route.key || state !== undefined)
      writeText(session, route, { text, ...(state === undefined ? {} : { state }) })
    return
  }
  const isEmptied = text === '' && value.value.text !== ''
  rewriteText(value, text, session.layout)
  if (state !== undefined) setState(session, unit, state)
  else if (isEmptied && !session.isSource) resetState(session, unit)
}

function addEntry(session: XcstringsSession, edit: AddEdit, name: string): void {
  const route = routeOf(edit)
  if (!session.keys.has(route.key)) addKey(session, route.key, edit)
  if (!isPlainSource(session, route) || edit.text !== route.key || edit.state !== undefined)
    writeText(session, route, edit)
  const plain: Route = { key: route.key, steps: [], form: null }
  // The forms now replace the key as its own source text.
  if (session.isSource && !hasUnit(findStringUnitParent(session, plain)))
    session.routes.delete(entryName(plain))
  session.routes.set(name, route)
}

/** Returns whether the key itself can be the text. */
function isPlainSource(session: XcstringsSession, route: Route): boolean {
  if (
    !session.isSource ||
    route.steps.length > 0 ||
    route.form !== null ||
    localizationOf(session, route.key) !== null
  )
    return false
  const entry = entryOf(session, route.key)
  return entry !== null && !isUntranslatable(entry)
}

function addKey(session: XcstringsSession, key: string, { comment, after }: AddEdit): void {
  const { layout, strings } = session
  // Without this mark Xcode removes the key if no source file contains it.
  const items = [newMember('extractionState', newText('manual', layout), layout)]
  if (comment !== undefined && comment !== '')
    items.unshift(newMember('comment', newText(comment, layout), layout))
  const item = newMember(key, newObject(items), layout)
  insertMember(strings, indexFor(session, key, after), item, { layout })
  session.keys.set(key, item)
}

function indexFor(session: XcstringsSession, key: string, after: readonly string[]): number {
  const { items } = session.strings
  if (session.isSorted) {
    let low = 0
    let high = items.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compareKeys(items[middle]?.key ?? '', key) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
  for (const name of after) {
    const near = session.keys.get(session.routes.get(name)?.key ?? '')
    if (near !== undefined) return items.indexOf(near) + 1
  }
  return 0
}

function removeEntry(session: XcstringsSession, route: Route, name: string): void {
  session.routes.delete(name)
  const holder = findStringUnitParent(session, route)
  const localization = localizationOf(session, route.key)
  if (holder !== null && hasUnit(holder)) prune(session, holder, 'stringUnit')
  if (localization !== null && localizationOf(session, route.key) !== localization)
    dropShadowed(session, route.key)
  if (session.isSource) session.keysWithoutSource.add(route.key)
}

/** Removes the same language in another spelling, so that no hidden text becomes effective. */
function dropShadowed(session: XcstringsSession, key: string): void {
  const entry = entryOf(session, key)
  for (
    let other = pickLanguage(entry, session.language);
    entry !== null && other !== null;
    other = pickLanguage(entry, session.language)
  ) {
    const localizations = objectOf(memberOf(entry, 'localizations'))
    if (localizations !== null) prune(session, localizations, other.key ?? '')
  }
}
