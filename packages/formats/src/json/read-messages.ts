import type { Span } from '@dragoman/core'
import { decodeBytes } from '../bytes/decode.ts'
import { unitOfForm } from '../edit/message-list.ts'
import type { Document, View } from '../format.ts'
import { unitEntryName } from '../format.ts'
import { type EntryList, emptyEntryList } from '../source/entry-list.ts'
import { type JsonNode, parseJson } from '../source/json.ts'
import { newEntry } from '../source/new-entry.ts'
import { unreadDocument } from '../source/unread-document.ts'
import { isUsableKey } from '../source/usable-key.ts'
import { sortIssues, warn } from '../source/warnings.ts'
import { type JsonValue, memberOfValue } from './json-dialect.ts'
import { idOfMessage, idValueOf, listOf, type MessageShape } from './message-shape.ts'
import { textOfNode } from './read-json.ts'
import { otherMembers, rawDetails, stringIn } from './read-members.ts'

/**
 * Reads a JSON file whose texts are messages in a list. Of several with the same id the last one is used, as programs
 * do that put them into a map.
 */
export function readMessages(shape: MessageShape, bytes: Uint8Array, view: View | undefined): Document {
  const { text, encoding, issue } = decodeBytes(bytes)
  const base = { format: shape.format, text, encoding, ...(view === undefined ? {} : { view }) }
  if (issue !== null) return unreadDocument(base, issue)
  const { root, issue: broken } = parseJson(text)
  if (root === null) return unreadDocument(base, broken)
  if (hasNullList(text, root, shape)) return { ...base, entries: new Map(), issues: [] }
  const list = listOf(root, shape)
  if (list === null || !isNodeList(list)) {
    const wanted = shape.list === null ? '[' : `"${shape.list}": [`
    return unreadDocument(base, {
      code: 'expected-text',
      severity: 'error',
      span: spanOf(root),
      params: { wanted },
    })
  }
  const reading: Reading = { ...emptyEntryList([]), shape, file: text, side: view?.side ?? 'target' }
  const last = new Map<string, JsonNode>()
  for (const message of list.items) {
    const id = idOfMessage(message)
    if (id !== null) last.set(id, message)
  }
  for (const message of list.items) collectMessage(reading, message, last)
  return { ...base, entries: reading.entries, issues: sortIssues(reading.issues) }
}

/** Whether the list is null, as gotext writes one without messages. */
function hasNullList(text: string, root: JsonNode, { list }: MessageShape): boolean {
  const node = list === null ? null : nodeIn(root, [list])
  return node?.kind === 'literal' && text.startsWith('null', node.start)
}

type Reading = EntryList & {
  readonly shape: MessageShape
  readonly file: string
  readonly side: View['side']
}

function isNodeList(list: object): list is Extract<JsonNode, { kind: 'array' }> {
  return 'start' in list
}

function spanOf({ start, end }: Span): Span {
  return { start, end }
}

function collectMessage(reading: Reading, message: JsonNode, last: ReadonlyMap<string, JsonNode>): void {
  const { shape, side } = reading
  const id = idOfMessage(message)
  if (id === null) {
    warn(reading, 'expected-text', spanOf(message), { wanted: '"id"' })
    return
  }
  const idNode = idValueOf(message)
  const idSpan = idNode !== undefined && 'start' in idNode ? spanOf(idNode) : spanOf(message)
  if (!isUsableKey(id)) {
    warn(reading, 'unusable-key', idSpan, {})
    return
  }
  if (last.get(id) !== message) {
    warn(reading, 'duplicate-key', idSpan, { key: id })
    return
  }
  const member = side === 'source' && shape.source !== undefined ? shape.source : shape.text
  const value = nodeIn(message, [member])
  const texts = shape.textsOf(value ?? undefined, member)
  if (texts === null) {
    warn(reading, 'not-a-text', value === null ? idSpan : spanOf(value), {})
    return
  }
  if (texts.paths.size === 0 && texts.forms === null)
    warn(reading, 'expected-text', idSpan, { wanted: `"${member}"` })
  const extras = extrasOf(reading, message)
  for (const [form, path] of texts.paths) {
    const node = nodeIn(message, path)
    if (node?.kind !== 'string') continue
    const text = textOfNode(node)
    if (text !== node.value) warn(reading, 'lone-surrogate', spanOf(node), {})
    const unit = form === null ? null : unitOfForm(id, form)
    const name = unit === null ? id : unitEntryName(unit)
    const entryPath = form === null ? [id] : [id, form]
    reading.entries.set(name, newEntry(entryPath, name, text, spanOf(node), { ...extras, unit }))
  }
}

function extrasOf({ shape, file, side }: Reading, message: JsonNode) {
  const { source, comment, draft } = shape
  const known = ['id', shape.text, source ?? 'id', comment ?? 'id', draft ?? 'id']
  const note = comment === undefined ? null : stringIn(message, comment)
  const sourceNode = source === undefined || side === 'source' ? null : stringIn(message, source)
  return {
    source: sourceNode === null ? null : textOfNode(sourceNode),
    comment: note === null ? null : textOfNode(note),
    state:
      draft !== undefined && side === 'target' && isTrue(file, message, draft) ? ('draft' as const) : null,
    details: rawDetails(file, otherMembers(message, known)),
  }
}

function isTrue(file: string, message: JsonNode, key: string): boolean {
  const node = nodeIn(message, [key])
  return node?.kind === 'literal' && file.startsWith('true', node.start)
}

/** Returns the value at a path of members, or null. */
function nodeIn(message: JsonNode, path: readonly string[]): JsonNode | null {
  let node: JsonNode | null = message
  for (const key of path) {
    const value: JsonValue | undefined = node === null ? undefined : memberOfValue(node, key)
    // A value of a file that was read has a position.
    node = value !== undefined && 'start' in value ? value : null
  }
  return node
}
