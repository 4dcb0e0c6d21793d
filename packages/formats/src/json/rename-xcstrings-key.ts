import { EditError } from '../edit-error.ts'
import type { EntryEdit } from '../format.ts'
import type { DraftContainer } from '../source/json-draft.ts'
import { quoteJson } from '../source/json-string.ts'
import { objectOf } from './draft-member.ts'
import { writeText, writeUnit } from './write-xcstrings-text.ts'
import { languageMatcher } from './xcstrings-language.ts'
import { isSameVariation, type Route, routeFor } from './xcstrings-route.ts'
import {
  dropKey,
  entryName,
  entryOf,
  hasRoute,
  hasUnit,
  holderOf,
  needObject,
  pickLanguage,
  type XcstringsSheet,
} from './xcstrings-sheet.ts'

/**
 * A key has one name in all languages, and for all that varies within it: the other texts of the key come along, and the edits
 * that rename them find them renamed. Without these edits the names of others would change unasked; see `followers`.
 */
export function renameKey(sheet: XcstringsSheet, edit: Extract<EntryEdit, { kind: 'rename' }>): void {
  const wanted = routeFor(edit.unit?.path ?? edit.path, edit.unit)
  if (wanted === null) throw new EditError('not-representable', edit.path.join('.'))
  const newName = entryName(wanted)
  const route = sheet.routes.get(edit.name)
  if (route === undefined) {
    if (sheet.moved.get(edit.name) === newName) {
      sheet.followers.delete(edit.name)
      return
    }
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
  sheet.followers.delete(edit.name)
}

/** What was said by the key alone has to be said beside the new one. */
function keepSource(sheet: XcstringsSheet, key: string): void {
  const entry = entryOf(sheet, key)
  if (entry === null || sheet.source === null) return
  const plain: Route = { key, steps: [], form: null }
  if (sheet.isSource) {
    const isSaid = hasUnit(holderOf(sheet, plain)) || !sheet.routes.has(entryName(plain))
    if (!isSaid) writeText(sheet, plain, { text: key })
    return
  }
  const item = pickLanguage(entry, languageMatcher(sheet.source))
  if (saysSomething(objectOf(item))) return
  const localizations = needObject(sheet, entry, 'localizations')
  writeUnit(sheet, needObject(sheet, localizations, item?.key ?? sheet.source), { text: key })
}

function saysSomething(container: DraftContainer | null): boolean {
  if (container === null) return false
  return hasUnit(container) || container.items.some((item) => saysSomething(objectOf(item)))
}

function moveRoutes(sheet: XcstringsSheet, from: string, to: string): void {
  for (const [name, route] of [...sheet.routes]) {
    if (route.key !== from) continue
    const moved = { ...route, key: to }
    sheet.routes.delete(name)
    sheet.routes.set(entryName(moved), moved)
    sheet.moved.set(name, entryName(moved))
    sheet.followers.set(name, entryName(moved))
  }
}
