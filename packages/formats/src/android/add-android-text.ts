import { categoryRank } from '@dragoman/core'
import { EditError } from '../edit/edit-error.ts'
import type { EntryEdit } from '../format.ts'
import { FILE_LIMITS } from '../limits/limits.ts'
import { commentOf, startOf } from '../source/xml-comment.ts'
import {
  childrenOf,
  type DraftElement,
  elementsOf,
  firstElementOf,
  newElement,
  readAttribute,
  setContent,
} from '../source/xml-draft.ts'
import { insertLines } from '../source/xml-layout.ts'
import { type AndroidSession, locationOf, namesOf, registerLocation, writeValue } from './android-session.ts'
import { resourceId } from './read-android.ts'
import { dialectOf } from './resource-dialect.ts'
import { escapeName, isResourceName, splitProduct } from './resource-name.ts'
import { appendItem, gapAt } from './whole-arrays.ts'

type Addition = Extract<EntryEdit, { kind: 'add' }>

/** Adds a text to the file: a string, a quantity of a plural or an item of an array. */
export function addAndroidText(session: AndroidSession, edit: Addition, name: string): void {
  const last = edit.path.at(-1)
  if (edit.unit !== undefined && edit.unit.plural !== 'none') addQuantity(session, edit, name)
  else if (typeof last === 'number') addItem(session, edit, { name, at: last })
  else addString(session, edit, name)
}

function addString(session: AndroidSession, edit: Addition, name: string): void {
  if (session.resources().has(resourceId('string', name))) throw new EditError('place-taken', name)
  const raw = writeValue(session, { name, text: edit.text, old: null, within: null })
  const resource = addResource(session, { edit, tag: 'string', resourceName: name, entry: name })
  setContent(resource, raw)
  registerLocation(session, name, {
    kind: 'string',
    element: resource,
    resource,
    resourceName: name,
    form: null,
    text: edit.text,
  })
}

function addQuantity(session: AndroidSession, edit: Addition, name: string): void {
  const { unit } = edit
  const rank = categoryRank(unit?.form)
  if (unit === undefined || unit.plural !== 'cardinal' || rank < 0)
    throw new EditError('not-representable', name)
  const known = session.resources().get(resourceId('plurals', unit.name)) ?? null
  // No entry has the name, so this is no text, mostly a reference. aapt2 refuses a second item of the same quantity.
  if (known !== null && elementsOf(known).some((item) => quantityOf(item) === unit.form))
    throw new EditError('place-taken', name)
  const raw = writeValue(session, { name, text: edit.text, old: null, within: known })
  const resource = resourceFor(session, { edit, tag: 'plurals', resourceName: unit.name, entry: name })
  const item = newElement('item', ` quantity="${unit.form}"`, raw)
  const { previous, next } = quantityNeighbours(session, resource, rank)
  insertLines(resource, [item], { previous, next }, session.layout())
  registerLocation(session, name, {
    kind: 'quantity',
    element: item,
    resource,
    resourceName: unit.name,
    form: unit.form,
    text: edit.text,
  })
}

function quantityOf(item: DraftElement): string | null {
  return readAttribute(item, 'quantity')?.trim() ?? null
}

/** Returns the neighbours of a quantity. Quantities are in CLDR's order, as in nearly all files. */
function quantityNeighbours(session: AndroidSession, resource: DraftElement, rank: number) {
  const forms = new Map(
    namesOf(session, resource).map((name) => [
      locationOf(session, name)?.element,
      locationOf(session, name)?.form,
    ]),
  )
  let previous: DraftElement | null = null
  let next: DraftElement | null = null
  for (const child of elementsOf(resource)) {
    const other = categoryRank(String(forms.get(child)))
    if (other < rank) previous = child
    next ??= child
  }
  return { previous, next }
}

function addItem(
  session: AndroidSession,
  edit: Addition,
  { name, at }: { readonly name: string; readonly at: number },
): void {
  const resourceName = edit.path.slice(0, -1).join('.')
  const known = session.resources().get(resourceId('string-array', resourceName)) ?? null
  const raw = writeValue(session, { name, text: edit.text, old: null, within: known })
  const count = known === null ? 0 : elementsOf(known).length
  if (!Number.isInteger(at) || at < 0 || at > count + FILE_LIMITS.arrayGap)
    throw new EditError('unusable-path', name)
  const resource = resourceFor(session, { edit, tag: 'string-array', resourceName, entry: name })
  const existing = elementsOf(resource)[at]
  const { gap: empty } = dialectOf(session.document)
  if (existing !== undefined) {
    const isFree = /^@(?:null|empty)$/.test(
      childrenOf(existing)
        .map((child) => (child.kind === 'text' ? child.raw.trim() : '-'))
        .join(''),
    )
    if (!isFree || empty === null) throw new EditError('place-taken', name)
  }
  for (let next = elementsOf(resource).length; next < at; next++) {
    const content = gapAt(session, resourceName, next)
    if (content === null) {
      const isTranslation = session.sourceArrays().has(resourceName)
      throw new EditError(isTranslation ? 'incomplete-list' : 'not-representable', name)
    }
    const gap = newElement('item', '', content)
    session.vacated.add(gap)
    appendItem(session, resource, gap)
  }
  const element = existing ?? newElement('item', '', '')
  if (existing === undefined) appendItem(session, resource, element)
  if (edit.text !== '') session.changedArrays.add(resourceName)
  session.vacated.delete(element)
  setContent(element, raw)
  registerLocation(session, name, {
    kind: 'item',
    element,
    resource,
    resourceName,
    form: at,
    text: edit.text,
  })
}

type NewResource = {
  readonly edit: Addition
  readonly tag: 'string' | 'plurals' | 'string-array'
  readonly resourceName: string
  readonly entry: string
}

function resourceFor(session: AndroidSession, wanted: NewResource): DraftElement {
  const known = session.resources().get(resourceId(wanted.tag, wanted.resourceName))
  if (known === undefined) return addResource(session, wanted)
  if (/\stranslatable\s*=\s*["']false["']/.test(known.open)) throw new EditError('place-taken', wanted.entry)
  return known
}

function addResource(session: AndroidSession, { edit, tag, resourceName, entry }: NewResource): DraftElement {
  if (!isResourceName(resourceName)) throw new EditError('unusable-path', entry)
  const { name, product } = splitProduct(resourceName)
  const attributes = ` name="${escapeName(name, session.style(name), entry)}"${product === null ? '' : ` product="${product}"`}`
  const resource = newElement(tag, attributes, '')
  const comment = edit.comment === undefined || edit.comment.trim() === '' ? [] : [edit.comment]
  const nodes = [
    ...comment.map((text) => ({ kind: 'comment' as const, raw: commentOf(text, session.layout().eol) })),
    resource,
  ]
  insertLines(session.root, nodes, placeFor(session, edit.after), session.layout())
  session.resources().set(resourceId(tag, resourceName), resource)
  return resource
}

function placeFor(session: AndroidSession, after: readonly string[]) {
  for (const name of after) {
    const location = locationOf(session, name)
    if (location !== null) return { previous: location.resource, next: null }
  }
  const first = firstElementOf(session.root)
  return { previous: null, next: first === null ? null : startOf(session.root, first) }
}
