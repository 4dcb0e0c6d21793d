import type { Edit } from '@dragoman/core'
import type { EntryState } from '../format.ts'
import { openTag } from '../source/start-tag.ts'
import type { DocumentStyles } from '../source/value-style.ts'
import { childElements, findAttribute, tagSpan } from '../source/xml-tree.ts'
import { changeTag, indentAt } from './element-edit.ts'
import type { XliffText } from './find-units.ts'
import { textIn, valueElement, type XliffSession } from './read-xliff.ts'
import { encodeText } from './unit-text.ts'
import { EMPTY_STATE_1, STATE_NAMES_1, STATE_NAMES_2 } from './work-state.ts'

/**
 * Returns the edits that set a text; null if the file cannot store it. `state`: null leaves the markers
 * unchanged, except that an emptied translation is no longer done.
 */
export function setText(
  session: XliffSession,
  place: XliffText,
  text: string,
  state: EntryState | null,
  styles: DocumentStyles,
): readonly Edit[] | null {
  const value = valueElement(place, session.side)
  const isFirst = session.dialect.id === 'xliff-1'
  const isEmptied = state === null && text === '' && value !== null && session.side === 'target'
  const edits: Edit[] = isEmptied ? resetEdits(session, place, styles) : []
  if (state !== null) edits.push(...stateEdits(session, place, state, styles))
  // If a unit only has an approval, that is changed instead of a state.
  const isApproval =
    state === 'reviewed' &&
    findAttribute(place.unit, 'approved') !== null &&
    (value === null || findAttribute(value, 'state') === null)
  const targetChanges = new Map<string, string>()
  if (state !== null && isFirst && !isApproval) targetChanges.set('state', STATE_NAMES_1[state])
  if (isEmptied && isFirst && findAttribute(value, 'state') !== null)
    targetChanges.set('state', EMPTY_STATE_1)
  if (value === null) {
    if (text === '') return []
    const encoded = encodeText(session, text, '', styles)
    return encoded === null
      ? null
      : [
          ...(place.holder.isSelfClosing ? [] : edits),
          missingValue(session, place, encoded, targetChanges, styles),
        ]
  }
  const raw = session.text.slice(value.openEnd, value.closeStart)
  const isSame = textIn(session, value) === text
  const encoded = isSame ? raw : encodeText(session, text, raw, styles)
  if (encoded === null) return null
  const tag = changeTag(session.text, value, targetChanges, styles.charset)
  const closed = value.isSelfClosing ? `</${value.name}>` : session.text.slice(value.closeStart, value.end)
  const replacement = encoded === '' && value.isSelfClosing ? tag : openTag(tag) + encoded + closed
  return [...edits, { span: { start: value.start, end: value.end }, text: replacement }]
}

/** Returns the edits of the markers next to an emptied translation. */
function resetEdits(session: XliffSession, place: XliffText, styles: DocumentStyles): Edit[] {
  const hasMarker = session.dialect.id === 'xliff-1' || findAttribute(place.holder, 'state') !== null
  return hasMarker ? stateEdits(session, place, 'draft', styles) : []
}

function stateEdits(
  session: XliffSession,
  { unit, holder }: XliffText,
  state: EntryState,
  { charset }: DocumentStyles,
): Edit[] {
  if (session.dialect.id === 'xliff-2') {
    // A sub-state belongs to the state it was given with (XLIFF 2.0, 4.3.1 subState).
    const changes = new Map<string, string | null>([
      ['state', STATE_NAMES_2[state]],
      ['subState', null],
    ])
    return [{ span: tagSpan(holder), text: changeTag(session.text, holder, changes, charset) }]
  }
  if (findAttribute(unit, 'approved') === null) return []
  const approved = new Map([['approved', state === 'reviewed' ? 'yes' : 'no']])
  return [{ span: tagSpan(unit), text: changeTag(session.text, unit, approved, charset) }]
}

/**
 * Returns an edit that adds a `<target>` after its source, or a `<source>` if there is none, on its own line
 * if its neighbour is.
 */
function missingValue(
  session: XliffSession,
  { holder, source }: XliffText,
  encoded: string,
  attributes: ReadonlyMap<string, string>,
  { eol }: DocumentStyles,
): Edit {
  const { prefix } = session.syntax
  const name = `${prefix}${session.side}`
  const written = [...attributes].map(([attribute, state]) => ` ${attribute}="${state}"`).join('')
  const element = `<${name}${written}>${encoded}</${name}>`
  if (holder.isSelfClosing) {
    const opened = openTag(session.text.slice(holder.start, holder.openEnd))
    return { span: { start: holder.start, end: holder.end }, text: `${opened}${element}</${holder.name}>` }
  }
  const segmented = childElements(holder, `${prefix}seg-source`)[0]
  const before = session.side === 'target' ? (segmented ?? source) : null
  if (before === null) return { span: { start: holder.openEnd, end: holder.openEnd }, text: element }
  const indent = indentAt(session.text, before.start)
  return {
    span: { start: before.end, end: before.end },
    text: indent === null ? element : `${eol}${indent}${element}`,
  }
}
