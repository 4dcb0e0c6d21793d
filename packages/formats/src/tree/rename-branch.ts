import type { EntryPath } from '@dragoman/core'
import { EditError } from '../edit/edit-error.ts'
import { keyOf } from '../edit/kind-changes.ts'
import { type RenamedBranch, withMoved } from '../edit/renamed-branches.ts'
import { type Added, addText } from './add-text.ts'
import type { Branch } from './draft.ts'
import { dropItem } from './remove-item.ts'
import { keyForRename, rekey, takeComments } from './rename-entry.ts'
import { checkPath, note, type Session } from './session.ts'
import type { TextLocation } from './text-locations.ts'

/**
 * Renames a branch with everything in it: in place, or it moves to its new parent. Returns whether that is possible;
 * if not, its entries have to be renamed one by one.
 */
export function renameBranch(session: Session, place: TextLocation, renamed: RenamedBranch): boolean {
  const { path, newPath, names } = renamed
  const { locations } = session
  const found = ancestorOf(place, path.length)
  const places = [...names.keys()].flatMap((name) => locations.get(name) ?? [])
  const isFree = [...names.values()].every((name) => !locations.get(name)?.length)
  // Of several locations with the same name, only the one that is used moves.
  if (found === null || !isFree || places.length !== names.size || isHiding(found)) return false
  const end = deepestBranch(session.top, newPath)
  if (end === null) return false
  const moved = places.map((old) => below(old, renamed))
  for (const { path, name } of moved) checkPath(path, name)
  const key = keyForRename({ branch: found.branch, path }, newPath)
  const isDone =
    key === null
      ? moveBranch(session, found, { renamed, end })
      : found.branch.items.every((item) => item.key !== key) && rekey(session, found, key) !== null
  if (!isDone) return false
  for (const name of names.keys()) locations.delete(name)
  for (const one of moved) note(session, one)
  return true
}

/** Returns the item with the first `length` parts of the path of a text. */
function ancestorOf(place: TextLocation, length: number): Added | null {
  let at: Added | null = place
  for (let i = place.path.length; i > length && at !== null; i--) at = at.branch.parent
  return at
}

/** Whether other items of the branch have the same key, which hides them. */
function isHiding({ branch, item }: Added): boolean {
  return branch.kind === 'map' && branch.items.some((other) => other !== item && other.key === item.key)
}

/** Returns the deepest existing branch on a path; null: there is something at its end already, or in its way. */
function deepestBranch(top: Branch, path: EntryPath): Branch | null {
  let branch = top
  for (const [i, part] of path.entries()) {
    const item =
      branch.kind === 'list'
        ? branch.items[Number(part)]
        : branch.items.findLast(({ key }) => key === String(part))
    if (item === undefined) return branch
    if (item.value.kind === 'leaf' || i === path.length - 1) return null
    branch = item.value
  }
  return null
}

type Move = { readonly renamed: RenamedBranch; readonly end: Branch }

function moveBranch(
  session: Session,
  { branch: from, item }: Added,
  { renamed: { newPath, names }, end }: Move,
): boolean {
  const name = names.values().next().value ?? ''
  const { value } = item
  // A block cannot be inside brackets.
  if (value.kind === 'leaf' || (value.layout === 'block' && end.layout !== 'block')) return false
  if (session.dialect.isNeeded(item)) throw new EditError('not-representable', name)
  const was = { ...item }
  for (const old of names.keys()) session.locations.delete(old)
  const gaps = dropItem(session, from, item)
  const added = addText(session, {
    path: newPath,
    name,
    isForm: false,
    after: session.moved,
    write: (to) => session.dialect.moveValue(was, from, to),
    gaps,
  })
  if (item.isVacated) item.comment = ''
  takeComments(session, { ...added, from, was })
  session.moved = withMoved(session.moved, name)
  return true
}

/** Returns the location of a text in a branch that was renamed. */
function below(place: TextLocation, { path, newPath, names }: RenamedBranch): TextLocation {
  const name = names.get(place.name) ?? place.name
  const { unit } = place
  return {
    ...place,
    path: [...newPath, ...place.path.slice(path.length)],
    name,
    ...(unit === undefined
      ? {}
      : {
          unit: {
            ...unit,
            name: keyOf(name),
            path: [...newPath, ...unit.path.slice(path.length)],
          },
        }),
  }
}
