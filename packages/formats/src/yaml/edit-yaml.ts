import { encodeText } from '../bytes/decode.ts'
import { EditError } from '../edit/edit-error.ts'
import { newDocument } from '../edit/new-file.ts'
import { type Document, type EntryEdit, isWhole, type View } from '../format.ts'
import type { Dialect } from '../tree/dialect.ts'
import { type Branch, type Draft, freeLeaf, type Item, newUnplacedItem, printDraft } from '../tree/draft.ts'
import { editDraft } from '../tree/edit-draft.ts'
import { newBlock } from './draft-yaml.ts'
import { foldMessages, hasOnlyMaps, writeAsMaps } from './go-messages.ts'
import { readDraft } from './read-draft.ts'
import { readYaml, rootOf, signsOf, type YamlKind } from './read-yaml.ts'
import { setTexts } from './set-texts.ts'
import { emptyContainer, openCommentedFlow, yamlDialect } from './yaml-dialect.ts'
import { DEFAULT_LAYOUT, findSigns, hasDocumentStart, layoutOf, type YamlLayout } from './yaml-layout.ts'

/** Returns the bytes of `document` after the edits (see Format.edit). */
export function editYaml(
  kind: YamlKind,
  document: Document,
  edits: readonly EntryEdit[],
  model: Document | null,
): Uint8Array {
  const [only] = edits
  const changesNothing =
    only === undefined ||
    (edits.length === 1 && only.kind === 'set' && document.entries.get(only.name)?.text === only.text)
  if (changesNothing) return encodeText(document.text, document.encoding)
  const { text } = document
  const modelLayout = model === null ? DEFAULT_LAYOUT : layoutOfDocument(kind, model)
  const signs = signsOf(document)
  const isVerified = kind.hasMessages === true || ODD_LINES.test(text) || canMoveAlias(text, edits)
  if (signs !== null && !signs.hasLongFlow && !isVerified) {
    const dialect = yamlDialect(layoutOf(text, signs, modelLayout), new Set())
    const edited = setTexts({ text, hasSymbols: kind.hasLanguages }, document, edits, dialect)
    if (edited !== null) return encodeText(edited, document.encoding)
  }
  const edit = { document, edits, modelLayout, model }
  const written = editTree(kind, edit, { addsBlocks: true })
  if (!isVerified || findChangedText(kind, document, written) === null) return written.bytes
  // A line of blanks after a new block would become its last line, so the text goes into quotes.
  const quoted = editTree(kind, edit, { addsBlocks: false })
  const changed = findChangedText(kind, document, quoted)
  if (changed !== null) throw new EditError('not-representable', changed)
  return quoted.bytes
}

type TreeEdit = {
  readonly document: Document
  readonly edits: readonly EntryEdit[]
  readonly modelLayout: YamlLayout
  readonly model: Document | null
}
type Written = { readonly bytes: Uint8Array; readonly texts: ReadonlyMap<string, string> }

/** Edits the tree of the whole file. Returns its bytes, and the texts that it must have. */
function editTree(
  kind: YamlKind,
  { document, edits, modelLayout, model }: TreeEdit,
  blocks: { readonly addsBlocks: boolean },
): Written {
  const { text } = document
  const read = draftOf(kind, text)
  const layout = layoutOf(text, findSigns(read), modelLayout)
  const draft = kind.hasLanguages ? read : openBrackets(read, layout)
  const dialect = yamlDialect(layout, anchorsIn(text), blocks)
  const areMaps = kind.hasMessages === true && foldAll(kind, draft, model)
  const top = kind.hasLanguages
    ? openLanguage(draft, layout, { kind, view: document.view, dialect })
    : draft.root
  const texts = editDraft(draft, top, dialect, edits)
  if (areMaps) writeAsMaps(draft.root, layout)
  if (kind.hasLanguages) closeLanguage(draft, top, layout)
  return { bytes: encodeText(printDraft(draft), document.encoding), texts }
}

/** Folds the messages of a file. Returns whether it, or its model if it has none, has all of them as maps. */
function foldAll(kind: YamlKind, draft: Draft, model: Document | null): boolean {
  foldMessages(draft.root)
  if (draft.root.items.length > 0 || model === null || !isWhole(model)) return hasOnlyMaps(draft.root)
  const { root } = draftOf(kind, model.text)
  foldMessages(root)
  return hasOnlyMaps(root)
}

/** Returns the draft whose root is between brackets if it is empty there and has comments. */
function openBrackets(draft: Draft, layout: YamlLayout): Draft {
  const { items, empty } = draft.root
  const root = items.length > 0 ? null : openCommentedFlow(empty, 'map', layout)
  return root === null ? draft : { ...draft, root }
}

/**
 * Lines after which the result is verified by reading it again. Blank lines after a block that keeps them
 * (`|+`) belong to its text, which edits next to it must not change. The library treats a carriage return
 * alone as a line end after a plain text, but not after a quoted one. A line of blanks after a block can
 * become its last line, and one that is indented by a tab is only valid in some positions.
 */
const ODD_LINES = /[|>]\d?\+|\r(?!\n)|\n[ \t]+(?:\r?\n|$)|\n *\t/

/** Returns the name of a text that a written file does not have; empty: the file is invalid; null: it has all. */
function findChangedText(kind: YamlKind, document: Document, { bytes, texts }: Written): string | null {
  const after = readYaml(kind, bytes, document.view)
  if (!isWhole(after)) return ''
  for (const [name, text] of texts) if (after.entries.get(name)?.text !== text) return name
  if (kind.hasMessages) for (const name of after.entries.keys()) if (!texts.has(name)) return name
  return null
}

/** Creates a file in the style of `model` with the additions of `edits`. */
export function createYaml(
  kind: YamlKind,
  model: Document | null,
  edits: readonly EntryEdit[],
  view: View | undefined,
): Uint8Array {
  const isModel = model !== null && isWhole(model)
  const layout = isModel ? layoutOfDocument(kind, model) : DEFAULT_LAYOUT
  const start = isModel && hasDocumentStart(model.text) ? `---${layout.eol}` : ''
  const language = languageWritten(view?.language ?? 'en', isModel ? model.text : '')
  const key = yamlDialect(layout, new Set()).writeKey(language, newBlock('map'), null) ?? language
  const root = kind.hasLanguages ? `${key}: {}` : '{}'
  const empty = newDocument(kind.id, `${start}${root}${layout.eol}`, { model, view })
  return editYaml(kind, empty, edits, isModel ? model : null)
}

/** Spells the language as `pt_BR` if the model writes its own that way. */
function languageWritten(language: string, model: string): string {
  return /^["']?:?[a-z]{2,3}_[A-Za-z]{2,4}["']?:/m.test(model) ? language.replaceAll('-', '_') : language
}

function draftOf(kind: YamlKind, text: string): Draft {
  const { draft } = readDraft({ text, hasSymbols: kind.hasLanguages })
  if (draft === null) throw new EditError('not-whole', '')
  return draft
}

function layoutOfDocument(kind: YamlKind, document: Document): YamlLayout {
  if (!isWhole(document)) return DEFAULT_LAYOUT
  return layoutOf(document.text, signsOf(document) ?? findSigns(draftOf(kind, document.text)), DEFAULT_LAYOUT)
}

/** Whether edits can move an alias above its anchor, where it would be unknown. */
function canMoveAlias(text: string, edits: readonly EntryEdit[]): boolean {
  return edits.some(({ kind }) => kind === 'rename') && anchorsIn(text).size > 0
}

/** Returns the names of anchors that are referred to. */
export function anchorsIn(text: string): ReadonlySet<string> {
  const names = new Set<string>()
  if (text.includes('*'))
    for (const [, name] of text.matchAll(/(?<=[\s,[{:-])\*([^\s,[\]{}]+)/g)) names.add(name ?? '')
  return names
}

type OpenLanguage = {
  readonly kind: YamlKind
  readonly view: View | undefined
  readonly dialect: Pick<Dialect, 'writeKey'>
}

/** Returns the branch below the language's root key, and creates a missing key. */
function openLanguage(draft: Draft, layout: YamlLayout, { kind, view, dialect }: OpenLanguage): Branch {
  const found = rootOf(draft, view, kind)
  if (found !== null && found.value.kind !== 'leaf') return found.value
  const raw = found?.value.kind === 'leaf' ? found.value.raw : ''
  const commented = openCommentedFlow(raw, 'map', layout)
  if (found !== null && commented !== null) {
    commented.parent = { branch: draft.root, item: found }
    found.value = commented
    return commented
  }
  const top: Branch = { ...newBlock('map'), indent: layout.step }
  const language = view?.language ?? 'en'
  const item: Item =
    found ?? newRoot(draft, language, dialect.writeKey(language, newBlock('map'), null) ?? language)
  top.empty = raw === '' ? '{}' : raw
  top.parent = { branch: draft.root, item }
  roots.set(top, { sep: item.sep, tail: item.tail })
  item.value = top
  return top
}

function newRoot(draft: Draft, key: string, rawKey: string): Item {
  const item = newUnplacedItem(key, rawKey, freeLeaf('{}'))
  item.sep = ': '
  item.tail = '\n'
  draft.root.items.push(item)
  return item
}

const roots = new WeakMap<Branch, Pick<Item, 'sep' | 'tail'>>()

/** Writes the root key alone on its line if texts follow it, and with `{}` if none is left. */
function closeLanguage(draft: Draft, top: Branch, { eol }: YamlLayout): void {
  const { parent } = top
  if (parent === null || top.layout !== 'block') return
  const { item } = parent
  const wasEmpty = roots.get(top)
  if (top.items.length > 0 && wasEmpty !== undefined) {
    item.sep = wasEmpty.sep.trimEnd() + (/#/.test(item.tail) ? item.tail : eol)
    item.tail = ''
  } else if (top.items.length === 0 && wasEmpty === undefined) {
    emptyContainer(item, draft.root, eol)
  }
  const previous = draft.root.items[draft.root.items.indexOf(item) - 1]
  if (previous !== undefined && item.start < 0) endText(previous, eol)
}

function endText(item: Item, eol: string): void {
  let at = item
  for (;;) {
    const last = at.value.kind === 'leaf' || at.value.layout !== 'block' ? undefined : at.value.items.at(-1)
    if (last === undefined) break
    at = last
  }
  if (!at.tail.endsWith('\n')) at.tail += eol
}
