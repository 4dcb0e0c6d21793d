import type { Issue, PluralCategory, Span } from '@dragoman/core'
import { categoryNamed } from '@dragoman/core'
import type { CST } from 'yaml'
import { decodeBytes } from '../bytes/decode.ts'
import { type MessageForm, unitOfForm } from '../edit/message-list.ts'
import { type Document, unitEntryName, type View } from '../format.ts'
import { type EntryList, emptyEntryList } from '../source/entry-list.ts'
import { newEntry } from '../source/new-entry.ts'
import { unreadDocument } from '../source/unread-document.ts'
import { isUsableKey } from '../source/usable-key.ts'
import { errorAt, sortIssues, warn } from '../source/warnings.ts'
import { type Branch, type Draft, type Item, type Leaf, printDraft } from '../tree/draft.ts'
import { aliasIssue, countAliases, openAliasCount } from './alias-issue.ts'
import { commentOf } from './comment-of.ts'
import { addItems, newBlock } from './draft-yaml.ts'
import { findUncoveredOffset } from './find-uncovered-offset.ts'
import { parseYaml, textIssue, type YamlWork } from './parse-yaml.ts'

export const GO_I18N_YAML = 'go-i18n-yaml'

/** A list of messages as a draft, as far as it could be read. */
export type MessageDraft = { readonly draft: Draft; readonly issues: readonly Issue[] }

/**
 * Reads a YAML file whose root is a list of messages. Of several with the same id the last one is used, as go-i18n
 * puts them into a map.
 */
export function readMessageList(bytes: Uint8Array, view?: View): Document {
  const { text, encoding, issue } = decodeBytes(bytes)
  const base = { format: GO_I18N_YAML, text, encoding, ...(view === undefined ? {} : { view }) }
  if (issue !== null) return unreadDocument(base, issue)
  try {
    const { draft, issues } = readMessageDraft(text)
    const reading = emptyEntryList(issues)
    if (issues.length === 0) collectMessages(reading, draft.root)
    return { ...base, entries: reading.entries, issues: sortIssues(reading.issues) }
  } catch (failure) {
    // The library works through nested values recursively.
    if (failure instanceof RangeError) return unreadDocument(base, errorAt('too-deep', 0))
    throw failure
  }
}

/**
 * Splits a file into its messages, part by part: the library's syntax tree takes about fifty times the memory of the
 * text. A line that starts with a dash is a message, because the lines of a longer text are indented.
 */
export function readMessageDraft(text: string): MessageDraft {
  const root = newBlock('list')
  const failed = (issues: readonly Issue[]): MessageDraft => ({
    draft: { before: text, root, after: '' },
    issues,
  })
  const issue = textIssue(text)
  if (issue !== null) return failed([issue])
  const work: YamlWork = { values: 0, tokens: 0 }
  const aliases = openAliasCount()
  let end = 0
  let start = 0
  for (const cut of [...cutsOf(text), text.length]) {
    const { documents, issues } = parseYaml({ text, start, end: cut, depth: 0, work })
    if (issues.length > 0) return failed(issues)
    const [document, second] = documents
    if (second !== undefined) return failed([errorAt('unexpected-text', second.offset, { found: '---' })])
    start = cut
    if (document?.value === undefined || isNothing(document.value)) continue
    const empty = emptyListOf(text, document.value)
    if (empty !== null && root.items.length === 0) {
      root.empty = text.slice(empty.start, empty.end)
      return { draft: { before: text.slice(0, empty.start), root, after: text.slice(empty.end) }, issues: [] }
    }
    if (document.value.type !== 'block-seq' || document.value.indent > 0)
      return failed([errorAt('expected-text', document.value.offset, { wanted: '- id' })])
    countAliases(aliases, document)
    end = addItems({ text, hasSymbols: false }, root, document.value, end)
  }
  const bomb = aliasIssue(aliases)
  const draft: Draft =
    root.items.length === 0 ? { before: text, root, after: '' } : { before: '', root, after: text.slice(end) }
  const stray = root.items.length === 0 ? null : findUncoveredOffset(text, draft)
  if (stray !== null)
    return { draft, issues: [errorAt('unexpected-text', stray, { found: text.slice(stray, stray + 40) })] }
  return { draft, issues: bomb === null ? [] : [bomb] }
}

const PART = 16 * 1024

/** Returns the starts of lines with a dash after which a part has enough characters. */
function cutsOf(text: string): readonly number[] {
  const cuts: number[] = []
  let start = 0
  for (let at = text.indexOf('\n- ', PART); at >= 0; at = text.indexOf('\n- ', start + PART)) {
    cuts.push(at + 1)
    start = at + 1
  }
  return cuts
}

function isNothing(value: CST.Token): boolean {
  return value.type === 'scalar' && value.source === ''
}

/** Returns the position of `[]`, a list without messages. */
function emptyListOf(text: string, value: CST.Token): Span | null {
  if (value.type !== 'flow-collection' || value.start.source !== '[' || value.items.length > 0) return null
  const end = text.indexOf(']', value.offset)
  return end < 0 ? null : { start: value.offset, end: end + 1 }
}

function collectMessages(reading: EntryList, root: Branch): void {
  const last = messagesById(root)
  for (const item of root.items) {
    const id = idOfItem(item)
    if (id === null) warn(reading, 'expected-text', spanOfItem(item), { wanted: 'id:' })
    else if (!isUsableKey(id)) warn(reading, 'unusable-key', spanOfItem(item), {})
    else if (last.get(id) !== item) warn(reading, 'duplicate-key', spanOfItem(item), { key: id })
    else collectMessage(reading, item, id)
  }
}

function collectMessage(reading: EntryList, item: Item, id: string): void {
  const texts = textsOfItem(item)
  if (texts === null) {
    warn(reading, 'not-a-text', spanOfItem(item), {})
    return
  }
  if (texts.size === 0 && formsOfItem(item) === null)
    warn(reading, 'expected-text', spanOfItem(item), { wanted: 'translation:' })
  const details = detailsOf(item)
  for (const [form, { leaf }] of texts) {
    const unit = form === null ? null : unitOfForm(id, form)
    const name = unit === null ? id : unitEntryName(unit)
    const span = { start: leaf.start, end: leaf.start + leaf.raw.length }
    const path = form === null ? [id] : [id, form]
    reading.entries.set(
      name,
      newEntry(path, name, leaf.text, span, { unit, comment: commentOf(item), details }),
    )
  }
}

/** Returns what else a message has, as written. */
function detailsOf(message: Item): string {
  const map = mapOf(message)
  if (map === null) return ''
  const items = map.items.filter(({ key }) => key !== 'id' && key !== 'translation')
  if (items.length === 0) return ''
  return printDraft({ before: '', root: { ...map, items }, after: '' })
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function spanOfItem({ start }: Item): Span {
  return { start, end: start + 1 }
}

/** Returns the messages by id; of several with the same one, the last. */
export function messagesById(root: Branch): Map<string, Item> {
  const messages = new Map<string, Item>()
  for (const item of root.items) {
    const id = idOfItem(item)
    if (id !== null) messages.set(id, item)
  }
  return messages
}

/** Returns the item of a map with a key; of several the last. */
export function memberOf(item: Item | null, key: string): Item | null {
  const map = mapOf(item)
  return map === null ? null : (map.items.findLast((member) => member.key === key) ?? null)
}

/** Returns the map that is the value of an item, or null. */
export function mapOf(item: Item | null): Branch | null {
  return item !== null && item.value.kind === 'map' ? item.value : null
}

export function idOfItem(message: Item): string | null {
  const id = memberOf(message, 'id')
  return id !== null && id.value.kind === 'leaf' ? id.value.text : null
}

/** A text of a message, its item and the map that this is in. */
export type MessageText = {
  readonly leaf: Leaf & { readonly text: string }
  readonly item: Item
  readonly branch: Branch
}

/** Returns the texts of a message by form; null: its translation is something else. */
export function textsOfItem(message: Item): ReadonlyMap<MessageForm, MessageText> | null {
  const branch = mapOf(message)
  const item = memberOf(message, 'translation')
  const texts = new Map<MessageForm, MessageText>()
  if (branch === null || item === null) return texts
  if (item.value.kind === 'leaf') {
    if (item.value.text !== null)
      texts.set(null, { leaf: { ...item.value, text: item.value.text }, item, branch })
    return item.value.text !== null || item.value.isFree ? texts : null
  }
  if (item.value.kind === 'list') return null
  const forms = item.value
  const last = new Map<PluralCategory, Item>()
  for (const member of forms.items) {
    const form = categoryNamed(member.key)
    if (form === null) return null
    last.set(form, member)
  }
  for (const [form, member] of last) {
    const { value } = member
    if (value.kind === 'leaf' && value.text !== null)
      texts.set(form, { leaf: { ...value, text: value.text }, item: member, branch: forms })
    else if (value.kind !== 'leaf' || !value.isFree) return null
  }
  return texts
}

/** Returns the map with the forms of a message, or null. */
export function formsOfItem(message: Item): Branch | null {
  return mapOf(memberOf(message, 'translation'))
}
