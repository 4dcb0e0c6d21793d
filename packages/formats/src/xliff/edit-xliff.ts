import { type EntryPath, isPlainKeyName, splice } from '@dragoman/core'
import { encodeText as encodeBytes } from '../bytes/decode.ts'
import { EditError } from '../edit/edit-error.ts'
import { nameOfEdit } from '../edit/edit-names.ts'
import type { Document, EntryEdit, EntryState, View } from '../format.ts'
import { parseXml } from '../source/parse-xml.ts'
import { treeOf } from '../source/xml-document.ts'
import { hasOnlyText, tagSpan, type XmlElement, type XmlTree } from '../source/xml-tree.ts'
import { addUnit, isKeyTaken } from './add-unit.ts'
import type { Dialect } from './dialect.ts'
import { type Batch, openBatch, placesOf } from './edit-batch.ts'
import { changeTag, wholeLines } from './element-edit.ts'
import { fillEmptyFiles } from './fill-empty-files.ts'
import type { XliffText } from './find-units.ts'
import { hasNewViolations } from './new-violations.ts'
import { openXliff, stateOf, textIn, valueElement } from './read-xliff.ts'
import { setText } from './set-text.ts'
import { isToken } from './unit-text.ts'

/** Returns the bytes of a document after the edits (see Format.edit). */
export function editXliff(document: Document, edits: readonly EntryEdit[], dialect: Dialect): Uint8Array {
  return encodeBytes(
    editXliffText(treeOf(document), edits, dialect, {
      side: document.view?.side ?? null,
      charset: document.encoding.charset,
    }),
    document.encoding,
  )
}

/** The side that is edited (null: the one that is read without a view), and the charset of the file. */
export type EditSetting = {
  readonly side: View['side'] | null
  readonly charset: string
  /**
   * Whether names or ids are the keys of a document without units; absent: names if ids must be tokens, which
   * keys do not have to be.
   */
  readonly isNamed?: boolean
}

/**
 * Returns the text after the edits. Edits that would break a rule of XLIFF 2 which the file follows are not
 * written.
 */
export function editXliffText(
  tree: XmlTree,
  edits: readonly EntryEdit[],
  dialect: Dialect,
  setting: EditSetting,
): string {
  const { text } = tree.table
  let current = text
  let side = setting.side ?? undefined
  let needsVerification = false
  for (let at = 0; at < edits.length; ) {
    const { session } = openXliff(current === text ? tree : parseXml(current), dialect, side)
    if (session === null) throw new EditError('not-whole', '')
    side = session.side
    const batch = openBatch(session, setting)
    for (; at < edits.length && !batch.isFull; at++) {
      const edit = edits[at]
      if (edit === undefined || !applyEdit(batch, edit)) break
    }
    needsVerification ||= batch.needsVerification
    current = splice(current, [
      ...batch.edits,
      ...[...batch.insertions.values()].map((insertion) => insertion.print()),
    ])
  }
  if (dialect.id === 'xliff-1' || !needsVerification || current === text) return current
  const filled = edits.some((edit) => edit.kind === 'remove') ? fillEmptyFiles(current, dialect) : current
  const again = parseXml(filled)
  const last = edits.at(-1)
  if (again.issues.length > 0 || openXliff(again, dialect).session === null || hasNewViolations(tree, again))
    throw new EditError('not-representable', last === undefined ? '' : nameOfEdit(last))
  return filled
}

/** Applies an edit. False: the edit needs the text as changed by the batch. */
function applyEdit(batch: Batch, edit: EntryEdit): boolean {
  const name = nameOfEdit(edit)
  if (batch.changeSet.has(name)) return false
  if (edit.kind !== 'set') batch.needsVerification = true
  switch (edit.kind) {
    case 'set':
      changeText(batch, entryNamed(batch, name), edit.text, edit.state ?? null)
      return true
    case 'add': {
      const [existing] = placesOf(batch, name)
      if (existing === undefined) return addUnit(batch, edit, name)
      if (existing.isKept) throw new EditError('place-taken', name)
      changeText(batch, entryNamed(batch, name), edit.text, edit.state ?? null)
      return true
    }
    case 'remove':
      return removeUnits(batch, name)
    case 'rename':
      return renameUnit(batch, name, edit.path)
  }
}

function entryNamed(batch: Batch, name: string): XliffText {
  const [text] = placesOf(batch, name)
  const isEntry =
    text !== undefined &&
    !text.isKept &&
    textIn(batch.session, valueElement(text, batch.session.side)) !== null
  if (!isEntry) throw new EditError('no-entry', name)
  return text
}

function changeText(batch: Batch, place: XliffText, text: string, state: EntryState | null): void {
  const { session } = batch
  const name = place.path.join('.')
  const isStateNew = state !== null && session.side === 'target' && state !== stateOf(place, session.dialect)
  const value = valueElement(place, session.side)
  if (textIn(session, value) === text && !isStateNew) return
  if (isStateNew || text === '' || value === null || !isPlain(value) || text.includes('<'))
    batch.needsVerification = true
  const changed = setText(session, place, text, isStateNew ? state : null, batch.styles)
  if (changed === null) throw new EditError('not-representable', name)
  batch.edits.push(...changed)
  batch.changeSet.add(name)
}

function isPlain(value: XmlElement): boolean {
  return value.openEnd === value.closeStart || hasOnlyText(value)
}

function removeUnits(batch: Batch, name: string): boolean {
  const places = placesOf(batch, name)
  const isEntry = places[0] !== undefined && !places[0].isKept
  if (!isEntry) return true
  if (places.some((place) => isAnchor(batch, place))) return false
  for (const { unit, isOneOfSeveral } of places) {
    // Its neighbours would be renamed, and the sentence would have a gap.
    if (isOneOfSeveral) throw new EditError('not-representable', name)
    batch.edits.push({ span: wholeLines(batch.session.text, unit.start, unit.end), text: '' })
  }
  batch.changeSet.add(name)
  batch.gone.add(name)
  return true
}

/** Returns whether an addition of the batch is right before or after a unit. */
function isAnchor({ insertions }: Batch, { unit }: XliffText): boolean {
  return insertions.has(`after ${unit.end}`) || insertions.has(`before ${unit.start}`)
}

function renameUnit(batch: Batch, name: string, path: EntryPath): boolean {
  const { session } = batch
  const newName = path.join('.')
  if (batch.changeSet.has(newName)) return false
  const place = entryNamed(batch, name)
  if (newName === name) return true
  if (batch.places().has(newName)) throw new EditError('place-taken', newName)
  if (place.isOneOfSeveral) throw new EditError('not-representable', name)
  const [first] = place.path
  const base = place.path.length > 1 ? `${first}.` : ''
  const key = newName.slice(base.length)
  if (!isPlainKeyName(newName) || key === '' || !newName.startsWith(base))
    throw new EditError('unusable-path', newName)
  if (place.nameAttribute === 'id' && session.dialect.hasTokenIds && !isToken(key))
    throw new EditError('unusable-path', newName)
  if (isKeyTaken(batch, place.file, key)) throw new EditError('place-taken', newName)
  const shadowed = placesOf(batch, name).slice(1)
  if (shadowed.some((other) => isAnchor(batch, other))) return false
  for (const { unit } of shadowed) {
    batch.edits.push({ span: wholeLines(session.text, unit.start, unit.end), text: '' })
  }
  const { unit } = place
  const tag = changeTag(session.text, unit, new Map([[place.nameAttribute, key]]), batch.styles.charset)
  batch.edits.push({ span: tagSpan(unit), text: tag })
  batch.changeSet.add(name)
  batch.changeSet.add(newName)
  batch.gone.add(name)
  batch.gone.add(newName)
  // Removing a duplicate name can change how all units are named.
  batch.isFull = shadowed.length > 0
  return true
}
