import { encodeText } from '../decode.ts'
import { EditError } from '../edit-error.ts'
import { type Document, type EntryEdit, type EntryState, isWhole } from '../format.ts'
import { type DraftContainer, type DraftItem, leaf, printDraft } from '../source/json-draft.ts'
import type { JsonLayout } from '../source/json-layout.ts'
import { quoteJson, requoteJson } from '../source/json-string.ts'
import { insertMember, memberOf, newMember, newObject, newText, objectOf, textOf } from './draft-member.ts'
import { wellFormed } from './read-json.ts'
import { entryState, readXcstrings } from './read-xcstrings.ts'
import { spliceTexts } from './splice-texts.ts'
import { languageMatcher } from './xcstrings-language.ts'
import { isSameVariation, type Route, routeFor } from './xcstrings-route.ts'
import {
  addSorted,
  compareKeys,
  emptyTail,
  entryName,
  entryOf,
  holderOf,
  localizationOf,
  needObject,
  openXcstrings,
  pickLanguage,
  prune,
  routeMembers,
  XCODE_LAYOUT,
  type XcstringsSheet,
  xcodeState,
} from './xcstrings-sheet.ts'

/** The bytes of a string catalog after the edits (see Format.edit). */
export function editXcstrings(document: Document, edits: readonly EntryEdit[], model: Document | null): Uint8Array {
  if (!isWhole(document)) throw new EditError('not-whole', '')
  if (edits.length === 0) return encodeText(document.text, document.encoding)
  return encodeText(spliceTexts(document, edits) ?? applyEdits(document, edits, model), document.encoding)
}

/** The layout of a catalog, or Xcode's own. */
export function xcstringsLayout(document: Document | null): JsonLayout {
  return document !== null && isWhole(document) ? openXcstrings(document, XCODE_LAYOUT).layout : XCODE_LAYOUT
}

function applyEdits(document: Document, edits: readonly EntryEdit[], model: Document | null): string {
  const sheet = openXcstrings(document, xcstringsLayout(model))
  for (const edit of edits) applyEdit(sheet, edit)
  const kept = new Set([...sheet.routes.values()].map((route) => route.key))
  for (const key of sheet.bereft) if (!kept.has(key)) dropKey(sheet, key)
  return printDraft(sheet.draft)
}

function applyEdit(sheet: XcstringsSheet, edit: EntryEdit): void {
  switch (edit.kind) {
    case 'set': {
      const route = sheet.routes.get(edit.name)
      if (route === undefined) throw new EditError('no-entry', edit.name)
      setText(sheet, route, edit)
      return
    }
    case 'add':
      addEntry(sheet, edit)
      return
    case 'remove':
      removeEntry(sheet, edit.name)
      return
    case 'rename':
      renameKey(sheet, edit)
  }
}

function setText(sheet: XcstringsSheet, route: Route, { text, state }: { readonly text: string; readonly state?: EntryState }): void {
  const holder = holderOf(sheet, route)
  const unit = holder === null ? null : objectOf(memberOf(holder, 'stringUnit'))
  const value = unit === null ? null : memberOf(unit, 'value')
  if (unit === null || value === null || value.value.kind !== 'leaf' || value.value.text === null) {
    // The key is the source text: only another text, or a state, has to be written down.
    if (text !== route.key || state !== undefined) writeText(sheet, route, { text, ...(state === undefined ? {} : { state }) })
    return
  }
  if (wellFormed(value.value.text) !== text) value.value = leaf(requoteJson(value.value.raw, text, sheet.layout.escapes), text)
  if (state !== undefined) setState(sheet, unit, state)
}

function setState(sheet: XcstringsSheet, unit: DraftContainer, state: EntryState): void {
  const member = memberOf(unit, 'state')
  const current = textOf(member)
  if (current !== null && entryState(current, sheet.isSource) === (state === 'reviewed' ? 'translated' : state)) return
  const value = newText(xcodeState(state, current), sheet.layout)
  if (member === null) addSorted(sheet, unit, newMember('state', value, sheet.layout))
  else member.value = value
}

function addEntry(sheet: XcstringsSheet, edit: Extract<EntryEdit, { kind: 'add' }>): void {
  const route = routeFor(edit.path, edit.unit)
  if (route === null) throw new EditError('not-representable', edit.path.join('.'))
  const name = entryName(route)
  const existing = sheet.routes.get(name)
  if (existing !== undefined) {
    setText(sheet, existing, edit)
    return
  }
  if (!sheet.keys.has(route.key)) addKey(sheet, route.key, edit)
  if (!isPlainSource(sheet, route) || edit.text !== route.key || edit.state !== undefined) writeText(sheet, route, edit)
  const plain: Route = { key: route.key, steps: [], form: null }
  // What the key was as its own source text, its forms are now.
  if (sheet.isSource && !hasUnit(holderOf(sheet, plain))) sheet.routes.delete(entryName(plain))
  sheet.routes.set(name, route)
}

function hasUnit(holder: DraftContainer | null): boolean {
  const unit = holder === null ? null : objectOf(memberOf(holder, 'stringUnit'))
  return unit !== null && textOf(memberOf(unit, 'value')) !== null
}

/** Whether the key itself can stand for the text. */
function isPlainSource(sheet: XcstringsSheet, route: Route): boolean {
  if (!sheet.isSource || route.steps.length > 0 || route.form !== null || localizationOf(sheet, route.key) !== null) return false
  const entry = entryOf(sheet, route.key)
  return entry !== null && !isUntranslatable(entry)
}

function addKey(sheet: XcstringsSheet, key: string, { comment, after }: Extract<EntryEdit, { kind: 'add' }>): void {
  const { layout, strings } = sheet
  // Without this mark Xcode takes the key away when it finds it in no source file.
  const items = [newMember('extractionState', newText('manual', layout), layout)]
  if (comment !== undefined && comment !== '') items.unshift(newMember('comment', newText(comment, layout), layout))
  const item = newMember(key, newObject(items), layout)
  insertMember(strings, indexFor(sheet, key, after), item, { layout })
  sheet.keys.set(key, item)
}

function indexFor(sheet: XcstringsSheet, key: string, after: readonly string[]): number {
  const { items } = sheet.strings
  if (sheet.isSorted) {
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
    const near = sheet.keys.get(sheet.routes.get(name)?.key ?? '')
    if (near !== undefined) return items.indexOf(near) + 1
  }
  return 0
}

/** Writes a text that has no place yet, with all that is missing above it. */
function writeText(sheet: XcstringsSheet, route: Route, { text, state }: { readonly text: string; readonly state?: EntryState }): void {
  const { layout } = sheet
  const entry = entryOf(sheet, route.key)
  if (entry === null || isUntranslatable(entry)) throw new EditError('place-taken', entryName(route))
  const substitution = route.steps[0]?.kind === 'substitutions' ? sampleSubstitution(sheet, entry, route.steps[0].name) : null
  checkRoom(sheet, route)
  const localizations = needObject(sheet, entry, 'localizations')
  let holder = objectOf(sheet.language.pick(localizations.items)) ?? needObject(sheet, localizations, sheet.languageName)
  for (const member of routeMembers(route)) {
    holder = needObject(sheet, holder, member)
    if (substitution !== null && holder.parent?.container.parent?.item.key === 'substitutions')
      completeSubstitution(sheet, holder, substitution)
  }
  const unit = needObject(sheet, holder, 'stringUnit')
  const value = memberOf(unit, 'value')
  if (value === null) addSorted(sheet, unit, newMember('value', newText(text, layout), layout))
  else value.value = newText(text, layout)
  if (state === undefined && memberOf(unit, 'state') !== null) return
  if (state !== undefined) setState(sheet, unit, state)
  else addSorted(sheet, unit, newMember('state', newText(text === '' ? 'new' : 'translated', layout), layout))
}

function isUntranslatable(entry: DraftContainer): boolean {
  const translate = memberOf(entry, 'shouldTranslate')?.value
  return translate?.kind === 'leaf' && translate.raw === 'false'
}

/** Xcode has one text, or one for each category, or one for each device: never two of these in one place. */
function checkRoom(sheet: XcstringsSheet, route: Route): void {
  let at = localizationOf(sheet, route.key)
  const members = [...routeMembers(route), 'stringUnit']
  for (const [i, member] of members.entries()) {
    if (at === null) return
    const others = at.items.filter(({ key }) => key !== member && key !== null && RIVALS.has(key))
    const isTaken = RIVALS.has(member) && others.some((other) => objectOf(other)?.items.length !== 0)
    const isMixed = members[i - 1] === 'variations' && at.items.some(({ key }) => key !== member)
    if (isTaken || isMixed) throw new EditError('place-taken', entryName(route))
    at = objectOf(memberOf(at, member))
  }
}

const RIVALS: ReadonlySet<string> = new Set(['stringUnit', 'variations'])

/** What other languages say of a substitution: which argument it is for and how that is written. */
function sampleSubstitution(sheet: XcstringsSheet, entry: DraftContainer, name: string): readonly DraftItem[] {
  const own = objectOf(pickLanguage(entry, sheet.language))
  const source = objectOf(pickLanguage(entry, languageMatcher(sheet.source)))
  const others = objectOf(memberOf(entry, 'localizations'))?.items.map((item) => objectOf(item)) ?? []
  for (const localization of [own, source, ...others]) {
    const all = localization === null ? null : objectOf(memberOf(localization, 'substitutions'))
    const found = all === null ? null : objectOf(memberOf(all, name))
    if (found !== null) return found.items.filter(({ key, value }) => value.kind === 'leaf' && key !== null && ARGUMENT.has(key))
  }
  throw new EditError('not-representable', name)
}

const ARGUMENT: ReadonlySet<string> = new Set(['argNum', 'formatSpecifier'])

function completeSubstitution(sheet: XcstringsSheet, holder: DraftContainer, sample: readonly DraftItem[]): void {
  for (const { key, value } of sample) {
    if (key === null || value.kind !== 'leaf' || memberOf(holder, key) !== null) continue
    addSorted(sheet, holder, newMember(key, leaf(value.raw, value.text), sheet.layout))
  }
}

function removeEntry(sheet: XcstringsSheet, name: string): void {
  const route = sheet.routes.get(name)
  if (route === undefined) return
  sheet.routes.delete(name)
  const holder = holderOf(sheet, route)
  const localization = localizationOf(sheet, route.key)
  if (holder !== null && hasUnit(holder)) prune(sheet, holder, 'stringUnit')
  if (localization !== null && localizationOf(sheet, route.key) !== localization) dropShadowed(sheet, route.key)
  if (sheet.isSource) sheet.bereft.add(route.key)
}

/** Takes away the same language in another spelling, so that nothing hidden appears. */
function dropShadowed(sheet: XcstringsSheet, key: string): void {
  const entry = entryOf(sheet, key)
  for (let other = pickLanguage(entry, sheet.language); entry !== null && other !== null; other = pickLanguage(entry, sheet.language)) {
    const localizations = objectOf(memberOf(entry, 'localizations'))
    if (localizations !== null) prune(sheet, localizations, other.key ?? '')
  }
}

function hasRoute(sheet: XcstringsSheet, key: string): boolean {
  for (const route of sheet.routes.values()) if (route.key === key) return true
  return false
}

function dropKey(sheet: XcstringsSheet, key: string): void {
  const item = sheet.keys.get(key)
  if (item === undefined) return
  const { strings } = sheet
  sheet.keys.delete(key)
  for (let i = strings.items.length - 1; i >= 0; i--) {
    if (strings.items[i]?.key !== key) continue
    const [gone] = strings.items.splice(i, 1)
    const first = strings.items[0]
    if (i === 0 && gone !== undefined && first !== undefined) first.lead = gone.lead
  }
  if (strings.items.length === 0) strings.tail = emptyTail(sheet, strings)
}

/** A key has one name in all languages: renaming a text of it renames all of them. */
function renameKey(sheet: XcstringsSheet, edit: Extract<EntryEdit, { kind: 'rename' }>): void {
  const wanted = routeFor(edit.path, edit.unit)
  if (wanted === null) throw new EditError('not-representable', edit.path.join('.'))
  const newName = entryName(wanted)
  const route = sheet.routes.get(edit.name)
  if (route === undefined) {
    if (sheet.moved.get(edit.name) === newName) return
    throw new EditError('no-entry', edit.name)
  }
  if (!isSameVariation(route, wanted)) throw new EditError('not-representable', newName)
  if (wanted.key === route.key) return
  if (sheet.bereft.has(wanted.key) && !hasRoute(sheet, wanted.key)) dropKey(sheet, wanted.key)
  const item = sheet.keys.get(route.key)
  if (sheet.keys.has(wanted.key) || item === undefined) throw new EditError('place-taken', newName)
  keepSource(sheet, route.key)
  for (const other of sheet.strings.items) {
    if (other.key !== route.key) continue
    other.key = wanted.key
    other.rawKey = quoteJson(wanted.key, sheet.layout.escapes)
  }
  sheet.keys.delete(route.key)
  sheet.keys.set(wanted.key, item)
  moveRoutes(sheet, route.key, wanted.key)
}

/** What was said by the key alone has to be said beside the new one. */
function keepSource(sheet: XcstringsSheet, key: string): void {
  const entry = entryOf(sheet, key)
  if (entry === null || sheet.source === null || pickLanguage(entry, languageMatcher(sheet.source)) !== null) return
  const localizations = needObject(sheet, entry, 'localizations')
  const unit = needObject(sheet, needObject(sheet, localizations, sheet.source), 'stringUnit')
  addSorted(sheet, unit, newMember('state', newText('translated', sheet.layout), sheet.layout))
  addSorted(sheet, unit, newMember('value', newText(key, sheet.layout), sheet.layout))
}

function moveRoutes(sheet: XcstringsSheet, from: string, to: string): void {
  for (const [name, route] of [...sheet.routes]) {
    if (route.key !== from) continue
    const moved = { ...route, key: to }
    sheet.routes.delete(name)
    sheet.routes.set(entryName(moved), moved)
    sheet.moved.set(name, entryName(moved))
  }
}

/** A catalog without keys, in the style of `model`, to be filled by edits. */
export function emptyXcstrings(model: Document | null, source: string): Document {
  const style = model !== null && isWhole(model) ? model : null
  const { eol, indent, colon, multiLine, escapes } = xcstringsLayout(style)
  const fields = [
    ['sourceLanguage', quoteJson(source, escapes)],
    ['strings', multiLine === false ? '{}' : `{${eol}${eol}${indent ?? '  '}}`],
    ['version', '"1.0"'],
  ]
  const lead = multiLine === false ? '' : eol + (indent ?? '  ')
  const end = style !== null && /[\r\n]$/.test(style.text) ? eol : ''
  const text = `{${fields.map(([key, value]) => `${lead}"${key}"${colon}${value}`).join(',')}${multiLine === false ? '' : eol}}${end}`
  return readXcstrings(encodeText(text, { charset: 'utf-8', bom: false }))
}
