import { append, type Span } from '@dragoman/core'
import { type Document, type EntryEdit, unitEntryName } from '../format.ts'
import { formAt, type PluralRule, pluralFormsFor, pluralRuleOf } from '../plurals/plural-rule.ts'
import { linkAfter } from '../source/chain.ts'
import { eolOf } from '../source/line-ends.ts'
import { messageName } from './message-name.ts'
import { openFlags } from './po-flags.ts'
import { headerField, headerOf, isHeader } from './po-header.ts'
import { type PoStyle, poLayoutOf } from './po-layout.ts'
import {
  allMessages,
  messageAt,
  messageStartAt,
  type PoPositions,
  type PoSource,
  positionsOf,
  sourceOf,
} from './po-positions.ts'
import { isFuzzy, ruleOf, unitOf } from './read-po.ts'
import type { PoMessage } from './scan-po.ts'
import { DEFAULT_LAYOUT, type PoLayout } from './wrap-po.ts'

/**
 * A message while its file is being edited, with its new content. Printing compares it with the old content.
 */
export type PoNode = {
  prev: PoNode | null
  next: PoNode | null
  /** Null: a new message, or the start of the list. */
  readonly message: PoMessage | null
  readonly kind: 'start' | 'header' | 'message'
  name: string
  /** msgid_plural; null if the message has no plural. */
  plural: string | null
  /** Whether msgid_plural is unknown so far and repeats msgid. */
  isPluralGuessed: boolean
  readonly texts: Map<number, string>
  readonly removed: Set<number>
  isFuzzy: boolean
  isGone: boolean
  readonly comment: string
  /** The flags of a new message, without `fuzzy`. */
  readonly flags: readonly string[]
}

export type PoSession = {
  readonly text: string
  readonly isSource: boolean
  /** The forms of this view's entries. */
  readonly rule: PluralRule
  /** The number of translations of a new plural message. */
  readonly targetCount: number
  /** The language's usual rule, by which new plural messages are written where the header states none. */
  readonly usualRule: string
  /** Whether the header gets the usual rule. */
  needsRule: boolean
  /** Messages with new plural texts, in a file without a usable rule. */
  readonly withoutRule: Set<PoNode>
  readonly start: PoNode
  /** Nodes with a name in file order; the first one is used. */
  readonly byName: Map<string, PoNode[]>
  /** Obsolete messages that are replaced by new ones. */
  readonly cuts: Span[]
  readonly style: PoStyle
  /** See `openFlags`. */
  readonly flagsFor: ReturnType<typeof openFlags>
}

/** Opens the messages that the edits concern: if texts are only set, those with the texts, otherwise all. */
export function openPoSession(
  document: Document,
  edits: readonly EntryEdit[],
  model: Document | null,
): PoSession {
  const source = sourceOf(document)
  const { text, view } = document
  const places = positionsOf(document)
  const header = headerOf(source.marked, source.charset)
  const isSource = view?.side === 'source'
  const rule = ruleOf(header, view)
  const isWhole = !isSource && !rule.isStated && edits.some((edit) => setsPlural(document, edit))
  const start = newNode({ kind: 'start', message: null, name: '', plural: null, comment: '' })
  const byName = new Map<string, PoNode[]>()
  let last = start
  for (const message of isWhole ? allMessages(source) : messagesFor(source, document, edits, places)) {
    const node = keepNode(message, text)
    linkAfter(last, node)
    last = node
    if (node.kind === 'message') append(byName, node.name, node)
  }
  return {
    text,
    isSource,
    rule,
    targetCount: pluralRuleOf(
      headerField(header, 'plural-forms'),
      headerField(header, 'language') ?? view?.language ?? null,
    ).count,
    usualRule: pluralFormsFor(view?.language ?? headerField(header, 'language')),
    needsRule: false,
    withoutRule: new Set(),
    start,
    byName,
    cuts: [],
    style: {
      layout: layoutFor(source, places, model),
      eol: eolOf(text) ?? eolOf(model?.text ?? '') ?? '\n',
      tails: source.tails,
    },
    flagsFor: openFlags(model),
  }
}

/** Whether an edit gives a plural form another text, for which the header might need a rule. */
function setsPlural({ entries }: Document, edit: EntryEdit): boolean {
  const entry = edit.kind === 'set' ? entries.get(edit.name) : undefined
  return edit.kind === 'set' && entry?.unit?.plural === 'cardinal' && entry.text !== edit.text
}

function messagesFor(
  source: PoSource,
  { entries }: Document,
  edits: readonly EntryEdit[],
  places: PoPositions,
): readonly PoMessage[] {
  const wanted = new Set<number>()
  for (const edit of edits) {
    const entry = edit.kind === 'set' ? entries.get(edit.name) : undefined
    if (entry === undefined) return allMessages(source)
    wanted.add(messageStartAt(places, entry.span.start))
  }
  return [...wanted].sort((a, b) => a - b).flatMap((place) => messageAt(source, place) ?? [])
}

export function newNode(
  fields: Pick<PoNode, 'kind' | 'message' | 'name' | 'plural' | 'comment'> & Partial<Pick<PoNode, 'flags'>>,
): PoNode {
  return {
    prev: null,
    next: null,
    isPluralGuessed: false,
    texts: new Map(),
    removed: new Set(),
    isFuzzy: false,
    isGone: false,
    flags: [],
    ...fields,
  }
}

/** Returns the name of one of a message's entries, so that people can find it. */
export function nodeEntryName(session: PoSession, node: PoNode, index: number): string {
  return node.plural === null
    ? node.name
    : unitEntryName(unitOf([node.name], node.name, formAt(session.rule, index) ?? 'other'))
}

function keepNode(message: PoMessage, text: string): PoNode {
  const plural = message.fields.find((field) => field.keyword === 'msgid_plural')?.text ?? null
  const kind = isHeader(message) ? 'header' : 'message'
  const node = newNode({ kind, message, name: messageName(message), plural, comment: '' })
  for (const field of message.fields)
    if (field.keyword === 'msgstr') node.texts.set(field.index ?? 0, field.text)
  node.isFuzzy = isFuzzy(message, text)
  return node
}

function layoutFor(source: PoSource, places: PoPositions, model: Document | null): PoLayout {
  // The header alone is not an example: tools that wrap nothing else break its lines too.
  if (places.total > 1) return poLayoutOf(source, places)
  return model === null ? DEFAULT_LAYOUT : poLayoutOf(sourceOf(model), positionsOf(model))
}
