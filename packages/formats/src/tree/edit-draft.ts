import { type AddEdit, applyEdits, type EditTarget, type RenameEdit } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import { keyOf, kindChanges } from '../edit/kind-changes.ts'
import { branchesRenamed } from '../edit/renamed-branches.ts'
import type { EntryEdit } from '../format.ts'
import { addText } from './add-text.ts'
import { type Dialect, rewriteValue } from './dialect.ts'
import { type Branch, type Draft, type Item, newUnplacedItem } from './draft.ts'
import { vacate } from './remove-item.ts'
import { renameBranch } from './rename-branch.ts'
import { renameEntry } from './rename-entry.ts'
import { checkPath, locationAt, note, removeText, type Session, target } from './session.ts'
import { isPluralMap, type TextLocation, visitTexts } from './text-locations.ts'

/** Applies the edits in order, changing the draft. Returns the resulting text of every name. */
export function editDraft(
  draft: Draft,
  top: Branch,
  dialect: Dialect,
  edits: readonly EntryEdit[],
): ReadonlyMap<string, string> {
  const session: Session = {
    draft,
    top,
    dialect,
    locations: new Map(),
    pluralMaps: new Set(),
    branches: new Map(),
    kindChanges: kindChanges(edits),
    moved: [],
  }
  register(session, top)
  session.branches = branchesRenamed(
    edits,
    () => [...session.locations.values()].flat(),
    ({ path, unit }) => target(session, path, unit),
  )
  applyEdits(targetOf(session), edits)
  for (const branch of session.pluralMaps) keepPlural(session, branch)
  const texts = new Map<string, string>()
  for (const [name, [place]] of session.locations) if (place !== undefined) texts.set(name, place.leaf.text)
  return texts
}

function targetOf(session: Session): EditTarget<TextLocation> {
  const { locations: places, dialect } = session
  return {
    nameOf: ({ path, unit }) => target(session, path, unit).name,
    find: (name) => places.get(name)?.[0] ?? null,
    setText(place, { text, state }) {
      setText(session, place, text)
      if (state !== undefined) dialect.mark(place.item, state)
    },
    insert: (edit) => addEntry(session, edit),
    remove(_, name) {
      for (const place of places.get(name) ?? []) if (!vacateKey(session, place)) removeText(session, place)
      places.delete(name)
    },
    rename: (place, edit) => rename(session, place, edit),
  }
}

function register(session: Session, branch: Branch): void {
  visitTexts(branch, {
    hasPlurals: session.dialect.hasPlurals,
    onProblem: () => {},
    onText: (place) => note(session, place),
  })
}

/** Renames a text, with the whole branch if all its texts are renamed alike. Returns the names of the others. */
function rename(
  session: Session,
  place: TextLocation,
  edit: RenameEdit,
): ReadonlyMap<string, string> | undefined {
  const branch = session.branches.get(edit.name)
  if (branch !== undefined) {
    for (const name of branch.names.keys()) session.branches.delete(name)
    if (renameBranch(session, place, branch))
      return new Map([...branch.names].filter(([name]) => name !== edit.name))
  }
  renameEntry(session, place, edit)
}

function setText(session: Session, place: TextLocation, text: string): void {
  const { name } = place
  if (place.leaf.text === text) return
  const leaf = rewriteValue(session.dialect, place, { name, text })
  const others = (session.locations.get(name) ?? []).slice(1)
  session.locations.set(name, [{ ...place, leaf: { ...leaf, text } }, ...others])
}

function addEntry(session: Session, edit: AddEdit): void {
  const { path, name, unit } = target(session, edit.path, edit.unit)
  checkPath(path, name)
  const { branch, item } = addText(session, {
    path,
    name,
    isForm: unit !== undefined,
    after: edit.after,
    write: (to, index) => session.dialect.write(edit.text, to, index),
    gaps: [],
  })
  if (item.value.kind === 'leaf')
    note(session, locationAt({ branch, item, leaf: item.value, path, name, unit, text: edit.text }))
  // A comment on a key with plural forms is above the key.
  const key = unit === undefined ? null : branch.parent
  addComment(session, key?.branch ?? branch, key?.item ?? item, edit.comment ?? '')
  if (edit.state !== undefined) session.dialect.mark(item, edit.state)
}

/** Adds a comment above the item, unless the item starts on the line of another. */
function addComment(session: Session, branch: Branch, item: Item, comment: string): void {
  if (comment !== '' && item.comment === '' && item.indent === branch.indent)
    item.comment = session.dialect.writeComment(comment, branch)
}

/** Empties the item of a key whose plural kind changes, so that its comment and its position stay. Returns whether it does. */
function vacateKey(session: Session, place: TextLocation): boolean {
  const { branch, item, unit } = place
  const path = session.kindChanges.get(keyOf(place.name))
  const key = unit === undefined ? { branch, item } : branch.parent
  const isThere = path?.join('\0') === (unit?.path ?? place.path).join('\0')
  const isLast = branch.items.every(
    (other) => other === item || other.value.kind !== 'leaf' || other.value.text === null,
  )
  if (!isThere || key === null || (unit !== undefined && !isLast)) return false
  if (session.dialect.isNeeded(key.item)) throw new EditError('not-representable', place.name)
  session.pluralMaps.delete(branch)
  vacate(session, key.branch, key.item)
  return true
}

/** Keeps a map of plural forms readable as one: if too few are left, `other` stays without a text. */
function keepPlural(session: Session, branch: Branch): void {
  if (branch.items.length === 0 || isPluralMap(branch)) return
  const { dialect, draft } = session
  const rawKey = dialect.writeKey('other', branch, null) ?? 'other'
  const item = newUnplacedItem('other', rawKey, dialect.nothing(branch))
  item.isVacated = true
  dialect.insert(draft, branch, branch.items.length, item)
}
