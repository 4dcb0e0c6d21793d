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
  findStringUnitParent,
  hasRoute,
  hasUnit,
  pickLanguage,
  requireObject,
  type XcstringsSession,
} from './xcstrings-session.ts'

/**
 * A key has one name in all languages, and for all that varies within it: the other texts of the key come
 * along, and the edits that rename them find them renamed. Without these edits the names of others would
 * change unasked; see `followers`.
 */
export function renameKey(session: XcstringsSession, edit: Extract<EntryEdit, { kind: 'rename' }>): void {
  const wanted = routeFor(edit.unit?.path ?? edit.path, edit.unit)
  if (wanted === null) throw new EditError('not-representable', edit.path.join('.'))
  const newName = entryName(wanted)
  const route = session.routes.get(edit.name)
  if (route === undefined) {
    if (session.moved.get(edit.name) === newName) {
      session.followers.delete(edit.name)
      return
    }
    throw new EditError('no-entry', edit.name)
  }
  if (!isSameVariation(route, wanted)) throw new EditError('not-representable', newName)
  if (wanted.key === route.key) return
  if (session.bereft.has(wanted.key) && !hasRoute(session, wanted.key)) dropKey(session, wanted.key)
  const item = session.keys.get(route.key)
  if (session.keys.has(wanted.key) || item === undefined) throw new EditError('place-taken', newName)
  keepSource(session, route.key)
  for (const other of session.strings.items) {
    if (other.key !== route.key) continue
    other.key = wanted.key
    other.rawKey = quoteJson(wanted.key, session.layout.escapes)
  }
  session.keys.delete(route.key)
  session.keys.set(wanted.key, item)
  moveRoutes(session, route.key, wanted.key)
  session.followers.delete(edit.name)
}

/** What was said by the key alone has to be said beside the new one. */
function keepSource(session: XcstringsSession, key: string): void {
  const entry = entryOf(session, key)
  if (entry === null || session.source === null) return
  const plain: Route = { key, steps: [], form: null }
  if (session.isSource) {
    const isSaid = hasUnit(findStringUnitParent(session, plain)) || !session.routes.has(entryName(plain))
    if (!isSaid) writeText(session, plain, { text: key })
    return
  }
  const item = pickLanguage(entry, languageMatcher(session.source))
  if (hasAnyUnit(objectOf(item))) return
  const localizations = requireObject(session, entry, 'localizations')
  writeUnit(session, requireObject(session, localizations, item?.key ?? session.source), { text: key })
}

function hasAnyUnit(container: DraftContainer | null): boolean {
  if (container === null) return false
  return hasUnit(container) || container.items.some((item) => hasAnyUnit(objectOf(item)))
}

function moveRoutes(session: XcstringsSession, from: string, to: string): void {
  for (const [name, route] of [...session.routes]) {
    if (route.key !== from) continue
    const moved = { ...route, key: to }
    session.routes.delete(name)
    session.routes.set(entryName(moved), moved)
    session.moved.set(name, entryName(moved))
    session.followers.set(name, entryName(moved))
  }
}
