import { categoryNamed, type Issue, type PluralCategory, type Span } from '@dragoman/core'
import { decodeBytes } from '../bytes/decode.ts'
import {
  type Document,
  type Entry,
  type EntryState,
  type EntryUnit,
  unitEntryName,
  type View,
} from '../format.ts'
import { type IssueList, openIssueList } from '../source/issue-list.ts'
import type { JsonMember, JsonNode } from '../source/json.ts'
import { newEntry } from '../source/new-entry.ts'
import { type Siblings, siblingNamed, siblingsOf } from '../source/siblings.ts'
import { textOfNode } from './read-json.ts'
import { scanCatalog } from './scan-catalog.ts'
import { type LanguageMatcher, languageMatcher } from './xcstrings-language.ts'
import { type Route, routeUnit, type StepKind } from './xcstrings-route.ts'

export const APPLE_XCSTRINGS = 'apple-xcstrings'

/** Reads the texts of one language of a string catalog; without a view, those of its source language. */
export function readXcstrings(bytes: Uint8Array, view?: View): Document {
  const { text, encoding, issue } = decodeBytes(bytes)
  const document = (entries: ReadonlyMap<string, Entry>, issues: readonly Issue[]): Document => {
    return {
      format: APPLE_XCSTRINGS,
      text,
      encoding,
      entries,
      issues,
      ...(view === undefined ? {} : { view }),
    }
  }
  if (issue !== null) return document(new Map(), [issue])
  const asked = view === undefined ? null : languageMatcher(view.language)
  const tree = scanCatalog(text, asked === null ? () => true : asked.matches)
  if (tree.root === null) return document(new Map(), [tree.issue])
  const strings = valueAt(tree.root, 'strings')
  if (strings?.kind !== 'object') return document(new Map(), [notACatalog(tree.root)])
  const issues = openIssueList()
  const sourceNode = valueAt(tree.root, 'sourceLanguage')
  const source = sourceNode?.kind === 'string' ? sourceNode.value : null
  // Xcode opens no file without it, but it does not affect the locations of the other texts.
  if (source === null)
    issues.warn(
      'expected-text',
      { start: tree.root.start, end: tree.root.start + 1 },
      { wanted: '"sourceLanguage"' },
    )
  const language = asked ?? languageMatcher(source)
  const isSource = source !== null && language.matches(source)
  const reading: Reading = { text, entries: new Map(), issues, language, isSource }
  for (const member of lastMembers(reading, strings.members)) readKey(reading, member)
  return document(reading.entries, issues.all())
}

/** Returns the languages of a file. */
export function readLanguages(bytes: Uint8Array): {
  readonly source: string | null
  readonly targets: readonly string[]
} {
  const { text, issue } = decodeBytes(bytes)
  const root = issue === null ? scanCatalog(text, () => false).root : null
  const source = root === null ? undefined : valueAt(root, 'sourceLanguage')
  const strings = root === null ? undefined : valueAt(root, 'strings')
  const found = new Set<string>()
  for (const { value } of strings?.kind === 'object' ? strings.members : []) {
    const localizations = valueAt(value, 'localizations')
    if (localizations?.kind === 'object') for (const { key } of localizations.members) found.add(key)
  }
  const spelled = source?.kind === 'string' ? source.value : null
  const isSource = languageMatcher(spelled)
  return { source: spelled, targets: [...found].filter((language) => !isSource.matches(language)).sort() }
}

type Reading = {
  readonly text: string
  readonly entries: Map<string, Entry>
  readonly issues: IssueList
  readonly language: LanguageMatcher
  readonly isSource: boolean
}

/** A possible text, with everything above it in the file. */
type Position = {
  readonly route: Route
  /** The unit of the route as a text without plural forms; null: its name cannot be that of a key. */
  readonly unit: EntryUnit | null
  readonly comment: string | null
  /** The member of `strings`. */
  readonly member: JsonMember
}

function readKey(reading: Reading, member: JsonMember): void {
  const { value: node, key } = member
  if (node.kind !== 'object') {
    reading.issues.warn('expected-text', { start: node.start, end: node.end }, { wanted: '{' })
    return
  }
  const route: Route = { key, steps: [], form: null }
  const unit = routeUnit(route)
  if (unit === null) {
    reading.issues.warn('unusable-key', keySpan(member), {})
    return
  }
  lastMembers(reading, node.members)
  const translate = valueAt(node, 'shouldTranslate')
  if (translate?.kind === 'literal' && reading.text.slice(translate.start, translate.end) === 'false') return
  const comment = valueAt(node, 'comment')
  const position: Position = {
    route,
    unit,
    comment: comment?.kind === 'string' ? textOfNode(comment) : null,
    member,
  }
  const localizations = valueAt(node, 'localizations')
  const before = reading.entries.size
  if (localizations?.kind === 'object') {
    const languages = lastMembers(reading, localizations.members)
    const localization = reading.language.pick(languages)
    for (const other of languages)
      if (other.key !== localization?.key && reading.language.matches(other.key))
        reading.issues.warn('duplicate-key', keySpan(other), { key: other.key })
    if (localization !== null) readLocalization(reading, localization.value, position)
  }
  // A key without a text in the source language is its own text.
  if (!reading.isSource || reading.entries.size > before) return
  addEntry(reading, position, {
    form: null,
    text: key,
    span: { start: member.keyStart, end: node.end },
    state: undefined,
  })
}

function keySpan({ keyStart, keyEnd }: JsonMember): Span {
  return { start: keyStart, end: keyEnd }
}

function readLocalization(reading: Reading, node: JsonNode, position: Position): void {
  readVariations(reading, node, position)
  for (const { key, value } of membersAt(reading, node, 'substitutions'))
    readVariations(reading, value, stepInto(position, 'substitutions', key))
}

function readVariations(reading: Reading, node: JsonNode, position: Position): void {
  readUnit(reading, node, position, null)
  const variations = valueAt(node, 'variations')
  if (variations === undefined) return
  for (const { key, value } of membersAt(reading, variations, 'device'))
    readVariations(reading, value, stepInto(position, 'device', key))
  for (const { key, value } of membersAt(reading, variations, 'plural')) {
    const form = categoryNamed(key)
    if (form === null) continue
    readUnit(reading, value, position, form)
    const inner = valueAt(value, 'variations')
    if (inner !== undefined) readVariations(reading, withoutUnit(value), stepInto(position, 'plural', key))
  }
}

/**
 * Returns a node without its own text: the text of a plural category is an entry of its own, and variations
 * below it are distinguished by the category's name.
 */
function withoutUnit(node: JsonNode): JsonNode {
  return node.kind === 'object'
    ? { ...node, members: node.members.filter((member) => member.key !== 'stringUnit') }
    : node
}

function readUnit(reading: Reading, node: JsonNode, position: Position, form: PluralCategory | null): void {
  const unit = valueAt(node, 'stringUnit')
  if (unit === undefined) return
  const value = valueAt(unit, 'value')
  if (value?.kind !== 'string') return
  const state = valueAt(unit, 'state')
  const text = textOfNode(value)
  const span = { start: value.start, end: value.end }
  if (text !== value.value) reading.issues.warn('lone-surrogate', span, {})
  addEntry(reading, position, {
    form,
    text,
    span,
    state: state?.kind === 'string' ? entryState(state.value, reading.isSource) : undefined,
  })
}

type Found = {
  readonly form: PluralCategory | null
  readonly text: string
  readonly span: Span
  readonly state: EntryState | undefined
}

function addEntry(
  reading: Reading,
  { unit: plain, comment, member }: Position,
  { form, text, span, state }: Found,
): void {
  if (plain === null) {
    reading.issues.warn('unusable-key', keySpan(member), {})
    return
  }
  const unit: EntryUnit =
    form === null ? plain : { name: plain.name, plural: 'cardinal', form, path: plain.path }
  const name = unitEntryName(unit)
  if (reading.entries.has(name)) reading.issues.warn('name-collision', keySpan(member), { name: unit.name })
  else reading.entries.set(name, newEntry(unit.path, name, text, span, { unit, state, comment }))
}

/**
 * Converts Xcode's states. A text from the code is `new` in the source language, where it needs no
 * translation.
 */
export function entryState(state: string, isSource: boolean): EntryState | undefined {
  if (state === 'translated') return 'translated'
  if (state === 'needs_review') return 'draft'
  return state === 'new' && !isSource ? 'draft' : undefined
}

function stepInto(position: Position, kind: StepKind, name: string): Position {
  const route: Route = { ...position.route, steps: [...position.route.steps, { kind, name }] }
  return { ...position, route, unit: routeUnit(route) }
}

function membersAt(reading: Reading, node: JsonNode, key: string): readonly JsonMember[] {
  const value = valueAt(node, key)
  return value?.kind === 'object' ? lastMembers(reading, value.members) : []
}

/** Returns the member of each key that is used; warnings report the others. */
function lastMembers(reading: Reading, members: readonly JsonMember[]): readonly JsonMember[] {
  const siblings = siblingsOf(members)
  let hasOthers = false
  for (const member of members) {
    if (isLast(siblings, member)) continue
    hasOthers = true
    reading.issues.warn('duplicate-key', keySpan(member), { key: member.key })
  }
  return hasOthers ? members.filter((member) => isLast(siblings, member)) : members
}

function isLast(siblings: Siblings<JsonNode>, { key, value }: JsonMember): boolean {
  return siblingNamed(siblings, key) === value
}

function valueAt(node: JsonNode, key: string): JsonNode | undefined {
  return node.kind === 'object' ? siblingNamed({ members: node.members, byKey: null }, key) : undefined
}

function notACatalog(root: JsonNode): Issue {
  const span = { start: root.start, end: Math.min(root.start + 1, root.end) }
  return { code: 'not-this-format', severity: 'error', span, params: { format: 'xcstrings' } }
}
