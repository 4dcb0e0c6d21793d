import { encodeText } from '../bytes/decode.ts'
import { applyEdits, type EditTarget, type RenameEdit } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import { formName } from '../edit/edit-names.ts'
import { type Document, type EntryEdit, unitEntryName } from '../format.ts'
import { withOwnComments } from '../source/xml-comment.ts'
import {
  firstElementOf,
  innerXml,
  lastElementOf,
  printXml,
  readAttribute,
  setContent,
  setDraftAttribute,
} from '../source/xml-draft.ts'
import { removeLines } from '../source/xml-layout.ts'
import { addAndroidText } from './add-android-text.ts'
import {
  type AndroidLocation,
  type AndroidSession,
  locationOf,
  namesOf,
  openAndroidSession,
  registerLocation,
  writeValue,
} from './android-session.ts'
import { resourceId } from './read-android.ts'
import { dialectOf } from './resource-dialect.ts'
import { escapeName, isResourceName, splitProduct } from './resource-name.ts'
import { completeArrays } from './whole-arrays.ts'

/** Returns the bytes of `document` after the edits (see Format.edit). */
export function editAndroid(
  document: Document,
  edits: readonly EntryEdit[],
  model: Document | null,
): Uint8Array {
  const session = openAndroidSession(document, model)
  applyEdits(targetOf(session), edits)
  completeArrays(session)
  return encodeText(printXml(session.top), document.encoding)
}

function targetOf(session: AndroidSession): EditTarget<AndroidLocation> {
  return {
    nameOf: formName,
    find: (name) => locationOf(session, name),
    setText(location, { text }, name) {
      if (location.text === text) return
      if (location.kind === 'item' && text === '') session.changedArrays.add(location.resourceName)
      const { element } = location
      setContent(element, writeValue(session, { name, text, old: innerXml(element), within: element }))
      location.text = text
    },
    insert: (edit, name) => addAndroidText(session, edit, name),
    remove(location, name) {
      session.locations.set(name, null)
      removeNode(session, location, name)
      removeDoubles(session, name)
    },
    rename: (location, edit, newName) => renameResource(session, location, { edit, newName }),
  }
}

/** Removes texts that a name hides, which would otherwise become effective. */
function removeDoubles(session: AndroidSession, name: string): void {
  for (const place of session.doubles().get(name) ?? []) removeNode(session, place, name)
  session.doubles().delete(name)
}

type Place = Pick<AndroidLocation, 'element' | 'resource'>

function removeNode(session: AndroidSession, { element, resource }: Place, name: string): void {
  if (resource.name === 'string-array') vacateItem(session, { element, resource }, name)
  else if (element !== resource) removeLines(resource, withOwnComments(resource, element))
  const isLast = element === resource || firstElementOf(resource) === null
  if (!isLast) return
  removeLines(session.root, withOwnComments(session.root, resource))
  for (const [id, known] of session.resources()) {
    if (known !== resource) continue
    session.resources().delete(id)
    removeRepeated(session, id)
    return
  }
}

function removeRepeated(session: AndroidSession, id: string): void {
  for (const other of session.repeated().get(id) ?? [])
    removeLines(session.root, withOwnComments(session.root, other))
  session.repeated().delete(id)
}

/**
 * Empties an item. The names of items are their positions, so an item that others follow becomes a resource
 * without text. In a dialect without such resources it cannot be removed.
 */
function vacateItem(session: AndroidSession, { element, resource }: Place, name: string): void {
  const { gap } = dialectOf(session.document)
  const lastElement = () => lastElementOf(resource)
  if (gap === null && element !== lastElement()) throw new EditError('not-representable', name)
  setContent(element, gap ?? '')
  session.vacated.add(element)
  for (let last = lastElement(); last !== null && session.vacated.has(last); last = lastElement())
    removeLines(resource, withOwnComments(resource, last))
}

/** Renames a resource. Its texts share its name, so they can only be renamed together. */
function renameResource(
  session: AndroidSession,
  location: AndroidLocation,
  { edit, newName }: { readonly edit: RenameEdit; readonly newName: string },
): Map<string, string> {
  const target = resourceOf(edit)
  if (target !== location.resourceName && !isResourceName(target))
    throw new EditError('unusable-path', newName)
  if (nameIn(target, location) !== newName) throw new EditError('not-representable', newName)
  const id = resourceId(location.kind === 'string' ? 'string' : location.resource.name, target)
  if (session.resources().has(id)) throw new EditError('place-taken', newName)
  const moved = locationsOf(session, location)
  rewriteName(session, location, target, id)
  session.names.delete(location.resource)
  const others = new Map<string, string>()
  for (const other of moved) {
    const name = nameIn(target, other.location)
    session.locations.set(other.name, null)
    removeDoubles(session, other.name)
    registerLocation(session, name, { ...other.location, resourceName: target })
    if (other.name !== edit.name) others.set(other.name, name)
  }
  return others
}

/** Returns the name of a text in a resource with that name. */
function nameIn(resource: string, { form }: AndroidLocation): string {
  if (form === null) return resource
  return typeof form === 'number'
    ? `${resource}.${form}`
    : unitEntryName({ name: resource, plural: 'cardinal', form })
}

function rewriteName(session: AndroidSession, location: AndroidLocation, target: string, id: string): void {
  const { name, product } = splitProduct(target)
  setDraftAttribute(location.resource, 'name', escapeName(name, session.style(name), target))
  const old = readAttribute(location.resource, 'product')
  if ((old ?? 'default') !== (product ?? 'default')) {
    setDraftAttribute(
      location.resource,
      'product',
      product === null ? null : escapeName(product, session.style(product), target),
    )
  }
  const oldId = id.slice(0, id.length - target.length) + location.resourceName
  session.resources().delete(oldId)
  removeRepeated(session, oldId)
  session.resources().set(id, location.resource)
}

/** Returns the resource that an edit's path refers to. */
function resourceOf(edit: RenameEdit): string {
  if (edit.unit !== undefined && edit.unit.plural !== 'none') return edit.unit.name
  const last = edit.path.at(-1)
  return (typeof last === 'number' ? edit.path.slice(0, -1) : edit.path).join('.')
}

function locationsOf(
  session: AndroidSession,
  { resource }: AndroidLocation,
): readonly { readonly name: string; readonly location: AndroidLocation }[] {
  return namesOf(session, resource).flatMap((name) => {
    const location = locationOf(session, name)
    return location?.resource === resource ? [{ name, location }] : []
  })
}
