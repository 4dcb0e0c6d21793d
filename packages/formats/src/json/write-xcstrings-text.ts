import { EditError } from '../edit/edit-error.ts'
import type { EntryState } from '../format.ts'
import { type DraftContainer, type DraftItem, leaf } from '../source/json-draft.ts'
import { memberOf, newMember, newText, objectOf, textOf } from './draft-member.ts'
import { entryState } from './read-xcstrings.ts'
import { languageMatcher } from './xcstrings-language.ts'
import type { Route } from './xcstrings-route.ts'
import {
  addSorted,
  entryName,
  entryOf,
  localizationOf,
  pickLanguage,
  requireObject,
  routeMembers,
  type XcstringsSession,
  xcodeState,
} from './xcstrings-session.ts'

/** Writes a new text, with all missing levels above it. */
export function writeText(
  session: XcstringsSession,
  route: Route,
  { text, state }: { readonly text: string; readonly state?: EntryState },
): void {
  const entry = entryOf(session, route.key)
  if (entry === null || isUntranslatable(entry)) throw new EditError('place-taken', entryName(route))
  const substitution =
    route.steps[0]?.kind === 'substitutions' ? sampleSubstitution(session, entry, route.steps[0].name) : null
  checkRoom(session, route)
  const localizations = requireObject(session, entry, 'localizations')
  let holder =
    objectOf(session.language.pick(localizations.items)) ??
    requireObject(session, localizations, session.languageName)
  for (const member of routeMembers(route)) {
    holder = requireObject(session, holder, member)
    if (substitution !== null && holder.parent?.container.parent?.item.key === 'substitutions')
      completeSubstitution(session, holder, substitution)
  }
  writeUnit(session, holder, { text, ...(state === undefined ? {} : { state }) })
}

/** Writes a text into its object, and the state `translated` if it has none yet. */
export function writeUnit(
  session: XcstringsSession,
  holder: DraftContainer,
  { text, state }: { readonly text: string; readonly state?: EntryState },
): void {
  const { layout } = session
  const unit = requireObject(session, holder, 'stringUnit')
  const value = memberOf(unit, 'value')
  if (value === null) addSorted(session, unit, newMember('value', newText(text, layout), layout))
  else value.value = newText(text, layout)
  if (state === undefined && memberOf(unit, 'state') !== null) return
  if (state !== undefined) setState(session, unit, state)
  else
    addSorted(session, unit, newMember('state', newText(text === '' ? 'new' : 'translated', layout), layout))
}

export function isUntranslatable(entry: DraftContainer): boolean {
  const translate = memberOf(entry, 'shouldTranslate')?.value
  return translate?.kind === 'leaf' && translate.raw === 'false'
}

/**
 * Throws if there is no position for a text: Xcode has one text, one for each category, or one for each
 * device, but never two of these in one object.
 */
function checkRoom(session: XcstringsSession, route: Route): void {
  let at = localizationOf(session, route.key)
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

/** Returns the properties of a substitution in other languages: its argument, and the format of that. */
function sampleSubstitution(
  session: XcstringsSession,
  entry: DraftContainer,
  name: string,
): readonly DraftItem[] {
  const own = objectOf(pickLanguage(entry, session.language))
  const source = objectOf(pickLanguage(entry, languageMatcher(session.source)))
  const others = objectOf(memberOf(entry, 'localizations'))?.items.map((item) => objectOf(item)) ?? []
  for (const localization of [own, source, ...others]) {
    const all = localization === null ? null : objectOf(memberOf(localization, 'substitutions'))
    const found = all === null ? null : objectOf(memberOf(all, name))
    if (found !== null)
      return found.items.filter(
        ({ key, value }) => value.kind === 'leaf' && key !== null && ARGUMENT.has(key),
      )
  }
  throw new EditError('not-representable', name)
}

const ARGUMENT: ReadonlySet<string> = new Set(['argNum', 'formatSpecifier'])

function completeSubstitution(
  session: XcstringsSession,
  holder: DraftContainer,
  sample: readonly DraftItem[],
): void {
  for (const { key, value } of sample) {
    if (key === null || value.kind !== 'leaf' || memberOf(holder, key) !== null) continue
    addSorted(session, holder, newMember(key, leaf(value.raw, value.text), session.layout))
  }
}

export function setState(session: XcstringsSession, unit: DraftContainer, state: EntryState): void {
  const member = memberOf(unit, 'state')
  const current = textOf(member)
  if (
    current !== null &&
    entryState(current, session.isSource) === (state === 'reviewed' ? 'translated' : state)
  )
    return
  const value = newText(xcodeState(state, current), session.layout)
  if (member === null) addSorted(session, unit, newMember('state', value, session.layout))
  else member.value = value
}

/** Sets the state of an emptied translation to that of one that is not written yet. */
export function resetState(session: XcstringsSession, unit: DraftContainer): void {
  const member = memberOf(unit, 'state')
  if (member !== null && textOf(member) !== 'new') member.value = newText('new', session.layout)
}
