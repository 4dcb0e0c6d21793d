import { EditError } from '../edit/edit-error.ts'
import { withOwnComments } from '../source/xml-comment.ts'
import { type DraftElement, elementsOf, newElement } from '../source/xml-draft.ts'
import { insertLines, removeLines } from '../source/xml-layout.ts'
import { type AndroidSession, locationOf } from './android-session.ts'
import { resourceId } from './read-android.ts'
import { dialectOf } from './resource-dialect.ts'
import type { SourceItem } from './source-arrays.ts'

/**
 * Returns what an item without a text contains: what the file of the source language has there if that is no text
 * either, for example a reference. Null: there is no such item.
 */
export function gapAt(session: AndroidSession, resourceName: string, at: number): string | null {
  const item = session.sourceArrays().get(resourceName)?.[at]
  return item === undefined || item.hasText ? dialectOf(session.document).gap : item.raw
}

/**
 * Requires a text for every item that has one in the file of the source language, in all arrays that got a text or
 * lost one: a program uses the array of one language as a whole, and stops at a missing item. An array that lost all
 * texts is removed, so that the program uses that of the source language.
 */
export function completeArrays(session: AndroidSession): void {
  for (const name of session.changedArrays) {
    const items = session.sourceArrays().get(name)
    const resource = session.resources().get(resourceId('string-array', name))
    if (items === undefined || resource === undefined) continue
    const isBlank = (at: number) => (locationOf(session, `${name}.${at}`)?.text ?? '') === ''
    const missing = items.findIndex(({ hasText }, at) => hasText && isBlank(at))
    if (missing < 0) addLastGaps(session, resource, items)
    else if (elementsOf(resource).every((_, at) => isBlank(at)))
      removeLines(session.root, withOwnComments(session.root, resource))
    else throw new EditError('incomplete-list', `${name}.${missing}`)
  }
}

function addLastGaps(session: AndroidSession, resource: DraftElement, items: readonly SourceItem[]): void {
  for (const { raw } of items.slice(elementsOf(resource).length))
    appendItem(session, resource, newElement('item', '', raw))
}

/** Adds an item to the end of an array. */
export function appendItem(session: AndroidSession, resource: DraftElement, item: DraftElement): void {
  insertLines(
    resource,
    [item],
    { previous: elementsOf(resource).at(-1) ?? null, next: null },
    session.layout(),
  )
}
