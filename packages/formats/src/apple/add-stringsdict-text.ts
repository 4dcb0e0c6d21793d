import { categoryNamed, categoryRank, isPlainKeyName } from '@dragoman/core'
import { EditError } from '../edit/edit-error.ts'
import type { EntryEdit } from '../format.ts'
import { commentOf, startOf } from '../source/xml-comment.ts'
import {
  childrenOf,
  type DraftElement,
  type DraftNode,
  elementsOf,
  firstElementOf,
  innerXml,
  lastElementOf,
  newElement,
  setContent,
} from '../source/xml-draft.ts'
import { insertLines } from '../source/xml-layout.ts'
import { escapeXmlText } from '../source/xml-style.ts'
import type { DraftPair } from './plist-pairs.ts'
import { FORMAT_KEY, PLURAL_RULE, RULE_KEY, unitNameOf, VALUE_TYPE_KEY } from './read-stringsdict.ts'
import { type KeyPairs, locationOf, type StringsdictSession } from './stringsdict-session.ts'

type Addition = Extract<EntryEdit, { kind: 'add' }>

/**
 * Adds a text to the file: the format of a key, or a plural form of a variable, with the elements that they
 * need around them.
 */
export function addStringsdictText(session: StringsdictSession, edit: Addition, name: string): void {
  if (edit.unit === undefined || edit.unit.plural === 'none') addFormat(session, edit, name)
  else addForm(session, edit, name)
}

function addFormat(session: StringsdictSession, edit: Addition, name: string): void {
  const pair = newPair(session, name, FORMAT_KEY, edit.text)
  const place = keyFor(session, edit, name, name)
  insertPair(session, place.pair.value, pair, { previous: null, next: startOfFirst(place.pair.value) })
  session.locations.set(name, {
    key: name,
    variable: null,
    form: null,
    pair,
    dict: place.pair.value,
    text: edit.text,
    doubles: () => [],
  })
}

function addForm(session: StringsdictSession, edit: Addition, name: string): void {
  const { unit } = edit
  const form = categoryNamed(unit?.form)
  if (unit === undefined || unit.plural !== 'cardinal' || form === null)
    throw new EditError('not-representable', name)
  const key = unit.path.length > 1 ? unit.path.slice(0, -1).join('.') : unit.path.join('.')
  const variable = String(unit.path.at(-1) ?? '')
  if (unitNameOf(key, variable) !== unit.name || /[@\n]/.test(variable))
    throw new EditError('unusable-path', name)
  const pair = newPair(session, name, form, edit.text)
  const place = keyFor(session, edit, key, name)
  const dict = (place.variables.get(variable) ?? newVariable(session, place, { key, variable, entry: name }))
    .value
  const nearest = formBefore(dict, categoryRank(form)) ?? lastRule(dict)
  insertPair(session, dict, pair, { previous: nearest, next: startOfFirst(dict) })
  session.locations.set(name, { key, variable, form, pair, dict, text: edit.text, doubles: () => [] })
}

/** Returns the value of the preceding form in CLDR's order, as in nearly all files. */
function formBefore(dict: DraftElement, rank: number): DraftElement | null {
  const elements = elementsOf(dict)
  let best = -1
  let found: DraftElement | null = null
  for (const [i, key] of elements.entries()) {
    const other = key.name === 'key' ? categoryRank(innerXml(key)) : -1
    if (other <= best || other >= rank) continue
    best = other
    found = elements[i + 1] ?? null
  }
  return found
}

/** Returns the value of the last pair that is not a plural form: forms go after the rule. */
function lastRule(dict: DraftElement): DraftElement | null {
  const elements = elementsOf(dict)
  const at = elements.findLastIndex(
    (child) =>
      child.name === 'key' &&
      childrenOf(child).some((part) => part.kind === 'text' && /^NSString/.test(part.raw)),
  )
  return at < 0 ? null : (elements[at + 1] ?? null)
}

function startOfFirst(dict: DraftElement): DraftNode | null {
  const first = firstElementOf(dict)
  return first === null ? null : startOf(dict, first)
}

function keyFor(session: StringsdictSession, edit: Addition, key: string, entry: string): KeyPairs {
  const known = session.keys().get(key)
  if (known !== undefined) {
    if (known.pair.value.name !== 'dict') throw new EditError('place-taken', entry)
    return known
  }
  if (!isPlainKeyName(key)) throw new EditError('unusable-path', entry)
  const pair: DraftPair = {
    key: newElement('key', '', escapeText(session, key, entry)),
    value: newElement('dict', '', ''),
  }
  const comment = (edit.comment ?? '').trim()
  const nodes: DraftNode[] = [pair.key, pair.value]
  if (comment !== '') nodes.unshift({ kind: 'comment', raw: commentOf(comment, session.layout().eol) })
  insertLines(session.dict, nodes, placeFor(session, edit.after), session.layout())
  const place: KeyPairs = { pair, variables: new Map() }
  session.keys().set(key, place)
  return place
}

function placeFor(session: StringsdictSession, after: readonly string[]) {
  for (const name of after) {
    const location = locationOf(session, name)
    const place = location === null ? undefined : session.keys().get(location.key)
    if (place !== undefined) return { previous: place.pair.value, next: null }
  }
  return { previous: null, next: startOfFirst(session.dict) }
}

function newVariable(
  session: StringsdictSession,
  place: KeyPairs,
  { key, variable, entry }: { readonly key: string; readonly variable: string; readonly entry: string },
): DraftPair {
  const pair: DraftPair = {
    key: newElement('key', '', escapeText(session, variable, entry)),
    value: newElement('dict', '', ''),
  }
  const { value: dict } = place.pair
  if (firstElementOf(dict) === null) {
    // Without a format nothing would refer to the variable.
    session.ownFormats.add(key)
    const text = `%#@${variable}@`
    const format = newPair(session, entry, FORMAT_KEY, text)
    insertPair(session, dict, format, { previous: null, next: null })
    session.locations.set(key, {
      key,
      variable: null,
      form: null,
      pair: format,
      dict,
      text,
      doubles: () => [],
    })
  }
  const last = lastElementOf(dict)
  insertPair(session, dict, pair, { previous: last, next: null })
  const rule = newPair(session, entry, RULE_KEY, PLURAL_RULE)
  insertPair(session, pair.value, rule, { previous: null, next: null })
  insertPair(session, pair.value, newPair(session, entry, VALUE_TYPE_KEY, session.valueType(key, variable)), {
    previous: rule.value,
    next: null,
  })
  place.variables.set(variable, pair)
  completeFormat(session, place, key)
  return pair
}

/**
 * Gives a key that has only a reference to a variable as its format the format of the model, once it has all
 * variables of that.
 */
function completeFormat(session: StringsdictSession, { variables }: KeyPairs, key: string): void {
  const wanted = session.modelFormat(key) ?? ''
  const references = Array.from(wanted.matchAll(/%(?:\d+\$)?#@([^@]*)@/g), ([, name = '']) => name)
  if (references.length === 0 || references.some((name) => !variables.has(name))) return
  const isTranslated = session.locations.has(key) && !session.ownFormats.has(key)
  const format = isTranslated ? null : locationOf(session, key)
  if (format === null || format.variable !== null || !/^%#@[^@]*@$/.test(format.text)) return
  setContent(format.pair.value, escapeText(session, wanted, key))
  format.text = wanted
}

function newPair(session: StringsdictSession, entry: string, key: string, text: string): DraftPair {
  return {
    key: newElement('key', '', key),
    value: newElement('string', '', escapeText(session, text, entry)),
  }
}

function escapeText(session: StringsdictSession, text: string, entry: string): string {
  const raw = escapeXmlText(text, session.style(text))
  if (raw === null) throw new EditError('not-representable', entry)
  return raw
}

function insertPair(
  session: StringsdictSession,
  dict: DraftElement,
  pair: DraftPair,
  place: { readonly previous: DraftNode | null; readonly next: DraftNode | null },
): void {
  insertLines(dict, [pair.key, pair.value], place, session.layout())
}
