import { EditError } from '../edit/edit-error.ts'
import type { DraftContainer } from '../source/json-draft.ts'
import { quoteJson } from '../source/json-string.ts'
import { objectOf } from './draft-member.ts'
import { writeText, writeUnit } from './write-xcstrings-text.ts'
import { languageMatcher } from './xcstrings-language.ts'
import { isSameVariation, type Route } from './xcstrings-route.ts'
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
 * Renames a key, which has one name in all languages and variations, so its other texts are renamed too.
 * Returns their old and new names.
 */
export function renameKey(
  session: XcstringsSession,
  route: Route,
  { wanted, newName }: { readonly wanted: Route; readonly newName: string },
): Map<string, string> {
  if (!isSameVariation(route, wanted)) throw new EditError('not-representable', newName)
  if (session.keysWithoutSource.has(wanted.key) && !hasRoute(session, wanted.key))
    dropKey(session, wanted.key)
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
  const moved = moveRoutes(session, route.key, wanted.key)
  moved.delete(entryName(route))
  return moved
}

/** Writes the source text, which only the key contained, because the key changes. */
function keepSource(session: XcstringsSession, key: string): void {
  const entry = entryOf(session, key)
  if (entry === null || session.source === null) return
  const plain: Route = { key, steps: [], form: null }
  if (session.isSource) {
    const isWritten = hasUnit(findStringUnitParent(session, plain)) || !session.routes.has(entryName(plain))
    if (!isWritten) writeText(session, plain, { text: key })
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

function moveRoutes(session: XcstringsSession, from: string, to: string): Map<string, string> {
  const names = new Map<string, string>()
  for (const [name, route] of [...session.routes]) {
    if (route.key !== from) continue
    const moved = { ...route, key: to }
    session.routes.delete(name)
    session.routes.set(entryName(moved), moved)
    names.set(name, entryName(moved))
  }
  return names
}
