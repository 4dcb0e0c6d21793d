import { isPlainKeyName, PLURAL_CATEGORIES } from '@dragoman/core'
import { EditError } from '../edit-error.ts'
import type { EntryEdit } from '../format.ts'
import { commentOf, withOwnComments } from '../source/xml-comment.ts'
import { childrenOf, type DraftElement, type DraftNode, innerXml, newElement } from '../source/xml-draft.ts'
import { escapeXmlText } from '../source/xml-habit.ts'
import { insertLines } from '../source/xml-layout.ts'
import type { DraftPair } from './plist-pairs.ts'
import { FORMAT_KEY, PLURAL_RULE, RULE_KEY, unitNameOf } from './read-stringsdict.ts'
import { type KeyPlace, type StringsdictSheet, slotOf } from './stringsdict-sheet.ts'

type Addition = Extract<EntryEdit, { kind: 'add' }>

/** Puts a text into the file that it does not have: the format of a key, or a plural form of a variable, with what they need around them. */
export function addStringsdictText(sheet: StringsdictSheet, edit: Addition, name: string): void {
  if (edit.unit === undefined || edit.unit.plural === 'none') addFormat(sheet, edit, name)
  else addForm(sheet, edit, name)
}

function addFormat(sheet: StringsdictSheet, edit: Addition, name: string): void {
  const pair = newPair(sheet, name, FORMAT_KEY, edit.text)
  const place = keyFor(sheet, edit, name, name)
  insertPair(sheet, place.pair.value, pair, { previous: null, next: firstElement(place.pair.value) })
  sheet.slots.set(name, { key: name, variable: null, form: null, pair, dict: place.pair.value, text: edit.text, doubles: () => [] })
}

function addForm(sheet: StringsdictSheet, edit: Addition, name: string): void {
  const { unit } = edit
  const form = PLURAL_CATEGORIES.find((category) => category === unit?.form)
  if (unit === undefined || unit.plural !== 'cardinal' || form === undefined) throw new EditError('not-representable', name)
  const key = unit.path.length > 1 ? unit.path.slice(0, -1).join('.') : unit.path.join('.')
  const variable = String(unit.path.at(-1) ?? '')
  if (unitNameOf(key, variable) !== unit.name || /[@\n]/.test(variable)) throw new EditError('unusable-path', name)
  const pair = newPair(sheet, name, form, edit.text)
  const place = keyFor(sheet, edit, key, name)
  const dict = (place.variables.get(variable) ?? newVariable(sheet, place, { key, variable, entry: name })).value
  const nearest = formBefore(dict, PLURAL_CATEGORIES.indexOf(form)) ?? lastRule(dict)
  insertPair(sheet, dict, pair, { previous: nearest, next: firstElement(dict) })
  sheet.slots.set(name, { key, variable, form, pair, dict, text: edit.text, doubles: () => [] })
}

/** The value of the form that goes before, in CLDR's order, which is how nearly all files have them. */
function formBefore(dict: DraftElement, rank: number): DraftElement | null {
  const elements = childrenOf(dict).filter((child) => child.kind === 'element')
  let best = -1
  let found: DraftElement | null = null
  for (const [i, key] of elements.entries()) {
    const other = key.name === 'key' ? CATEGORY_NAMES.indexOf(innerXml(key)) : -1
    if (other <= best || other >= rank) continue
    best = other
    found = elements[i + 1] ?? null
  }
  return found
}

const CATEGORY_NAMES: readonly string[] = PLURAL_CATEGORIES

/** The value of the last pair that is no plural form: forms go behind the rule. */
function lastRule(dict: DraftElement): DraftElement | null {
  const elements = childrenOf(dict).filter((child) => child.kind === 'element')
  const at = elements.findLastIndex(
    (child) => child.name === 'key' && childrenOf(child).some((part) => part.kind === 'text' && /^NSString/.test(part.raw)),
  )
  return at < 0 ? null : (elements[at + 1] ?? null)
}

function firstElement(dict: DraftElement): DraftNode | null {
  const first = childrenOf(dict).find((child) => child.kind === 'element')
  return first === undefined ? null : (withOwnComments(dict, first)[0] ?? null)
}

function keyFor(sheet: StringsdictSheet, edit: Addition, key: string, entry: string): KeyPlace {
  const known = sheet.keys().get(key)
  if (known !== undefined) {
    if (known.pair.value.name !== 'dict') throw new EditError('place-taken', entry)
    return known
  }
  if (!isPlainKeyName(key)) throw new EditError('unusable-path', entry)
  const pair: DraftPair = { key: newElement('key', '', escapeText(sheet, key, entry)), value: newElement('dict', '', '') }
  const comment = (edit.comment ?? '').trim()
  const nodes: DraftNode[] = [pair.key, pair.value]
  if (comment !== '') nodes.unshift({ kind: 'comment', raw: commentOf(comment, sheet.layout().eol) })
  insertLines(sheet.dict, nodes, placeFor(sheet, edit.after), sheet.layout())
  const place: KeyPlace = { pair, variables: new Map() }
  sheet.keys().set(key, place)
  return place
}

function placeFor(sheet: StringsdictSheet, after: readonly string[]) {
  for (const name of after) {
    const slot = slotOf(sheet, name)
    const place = slot === null ? undefined : sheet.keys().get(slot.key)
    if (place !== undefined) return { previous: place.pair.value, next: null }
  }
  return { previous: null, next: firstElement(sheet.dict) }
}

function newVariable(
  sheet: StringsdictSheet,
  place: KeyPlace,
  { key, variable, entry }: { readonly key: string; readonly variable: string; readonly entry: string },
): DraftPair {
  const pair: DraftPair = { key: newElement('key', '', escapeText(sheet, variable, entry)), value: newElement('dict', '', '') }
  const { value: dict } = place.pair
  if (firstElement(dict) === null) {
    // Without a format nothing would ask for the variable.
    const text = `%#@${variable}@`
    const format = newPair(sheet, entry, FORMAT_KEY, text)
    insertPair(sheet, dict, format, { previous: null, next: null })
    sheet.slots.set(key, { key, variable: null, form: null, pair: format, dict, text, doubles: () => [] })
  }
  const last = childrenOf(dict).findLast((child) => child.kind === 'element') ?? null
  insertPair(sheet, dict, pair, { previous: last, next: null })
  const rule = newPair(sheet, entry, RULE_KEY, PLURAL_RULE)
  insertPair(sheet, pair.value, rule, { previous: null, next: null })
  insertPair(sheet, pair.value, newPair(sheet, entry, 'NSStringFormatValueTypeKey', sheet.valueType()), {
    previous: rule.value,
    next: null,
  })
  place.variables.set(variable, pair)
  return pair
}

function newPair(sheet: StringsdictSheet, entry: string, key: string, text: string): DraftPair {
  return { key: newElement('key', '', key), value: newElement('string', '', escapeText(sheet, text, entry)) }
}

function escapeText(sheet: StringsdictSheet, text: string, entry: string): string {
  const raw = escapeXmlText(text, sheet.habit(text))
  if (raw === null) throw new EditError('not-representable', entry)
  return raw
}

function insertPair(
  sheet: StringsdictSheet,
  dict: DraftElement,
  pair: DraftPair,
  place: { readonly previous: DraftNode | null; readonly next: DraftNode | null },
): void {
  insertLines(dict, [pair.key, pair.value], place, sheet.layout())
}
