import { type Issue, tagFromPath } from '@dragoman/core'
import { decodeBytes } from '../bytes/decode.ts'
import type { Document, Entry, View } from '../format.ts'
import type { FileIssueCode } from '../issue-codes.ts'
import { type EntryList, emptyEntryList } from '../source/entry-list.ts'
import { unreadDocument } from '../source/unread-document.ts'
import { sortIssues, warn } from '../source/warnings.ts'
import type { Branch, Draft, Item } from '../tree/draft.ts'
import { keySpan, putText } from '../tree/put-text.ts'
import { type TextLocation, visitTexts } from '../tree/text-locations.ts'
import { commentOf } from './comment-of.ts'
import { findUncoveredOffset } from './find-uncovered-offset.ts'
import { foldMessages, type GoDescriptions } from './go-messages.ts'
import { readDraft } from './read-draft.ts'
import { isBooleanKey } from './resolve-plain.ts'
import { findSigns, type YamlSigns } from './yaml-layout.ts'
import { endOfLine } from './yaml-token.ts'

/** How the YAML formats with nested names differ. */
export type YamlKind = {
  readonly id: 'rails-yaml' | 'rails-yaml-many' | 'yaml' | 'go-i18n-yaml'
  /** Whether the root keys are languages. */
  readonly hasLanguages: boolean
  /** Whether the files have several: then a root of another language is never the requested one. */
  readonly hasMany?: true
  /** Whether maps of plural categories can have the other parts of a message of go-i18n 2. */
  readonly hasMessages?: true
}

export function readYaml(kind: YamlKind, bytes: Uint8Array, view?: View): Document {
  const { text, encoding, issue } = decodeBytes(bytes)
  const base = { format: kind.id, text, encoding, ...(view ? { view } : {}) }
  if (issue !== null) return unreadDocument(base, issue)
  if (kind.hasLanguages && text.trim() === '') return unreadDocument(base, error('empty-file', 0, 0))
  try {
    const { draft, issues, start, second } = readDraft({ text, hasSymbols: kind.hasLanguages })
    const signs = draft === null ? null : findSigns(draft)
    const descriptions = kind.hasMessages && draft !== null ? foldMessages(draft.root) : NO_DESCRIPTIONS
    const reading: Reading = { ...emptyEntryList(issues), text, descriptions }
    if (second !== null)
      warn(reading, 'unexpected-text', { start: second, end: endOfLine(text, second) }, { found: '---' })
    if (draft === null) {
      if (reading.issues.every(({ severity }) => severity !== 'error'))
        reading.issues.push(error('not-an-object', start, text.length))
    } else {
      collect(reading, kind, draft, view)
      const stray = findUncoveredOffset(text, draft)
      if (stray !== null && reading.issues.every(({ severity }) => severity !== 'error')) {
        const found = text.slice(stray, endOfLine(text, stray)).trim().slice(0, 40)
        reading.issues.push({ ...error('unexpected-text', stray, stray + 1), params: { found } })
      }
    }
    // An unclosed quote contains the rest of the text.
    for (const { code, span } of reading.issues) if (code === 'unclosed') dropAt(reading.entries, span.start)
    const document: Document = { ...base, entries: reading.entries, issues: sortIssues(reading.issues) }
    if (signs !== null) signsOfDocuments.set(document, signs)
    return document
  } catch (failure) {
    // The library works through nested values recursively.
    if (failure instanceof RangeError) return unreadDocument(base, error('too-deep', 0, 0))
    throw failure
  }
}

const signsOfDocuments = new WeakMap<Document, YamlSigns>()

/**
 * Returns how a document's file is written, as recorded when reading it; null: it was not read from a file.
 */
export function signsOf(document: Document): YamlSigns | null {
  return signsOfDocuments.get(document) ?? null
}

/** Returns the items of the root whose keys are the languages of the file. */
export function languageRoots(draft: Draft): readonly Item[] {
  return draft.root.items.filter(
    (item) => item.key !== null && (item.value.kind !== 'leaf' || item.value.isFree),
  )
}

/** Returns the language as written in the file. A symbol as key (`:de:`) is an old style of Rails. */
export function languageOfRoot(item: Item): string {
  return (item.key ?? '').replace(/^:/, '')
}

/**
 * Returns the item of the requested language: that of the view; the only one, regardless of its name, unless files have
 * many; otherwise the first. Null: the view's is missing.
 */
export function rootOf(draft: Draft, view: View | undefined, kind: YamlKind): Item | null {
  const roots = languageRoots(draft)
  const wanted = view?.language
  const match = roots.findLast(
    (item) =>
      wanted !== undefined &&
      (languageOfRoot(item) === wanted || tagFromPath(languageOfRoot(item)) === wanted),
  )
  if (match !== undefined) return match
  const first = roots[0]
  if (first === undefined) return null
  if (wanted === undefined || (kind.hasMany !== true && roots.every((item) => item.key === first.key)))
    return roots.findLast((item) => item.key === first.key) ?? null
  return null
}

type Reading = EntryList & { readonly text: string; readonly descriptions: GoDescriptions }

const NO_DESCRIPTIONS: GoDescriptions = new Map()

function collect(reading: Reading, kind: YamlKind, draft: Draft, view: View | undefined): void {
  if (!kind.hasLanguages) {
    collectBranch(reading, draft.root)
    warnOfBooleanKeys(reading, draft.root, kind)
    return
  }
  const last = new Map(draft.root.items.map((item) => [item.key, item]))
  for (const item of draft.root.items) {
    if (item.key !== null && last.get(item.key) !== item)
      warn(reading, 'duplicate-key', keySpan(item), { key: item.key })
  }
  warnOfBooleanKeys(reading, draft.root, kind)
  const root = rootOf(draft, view, kind)
  if (root !== null && root.value.kind === 'map') collectBranch(reading, root.value)
  else if (root === null && languageRoots(draft).length === 0 && reading.issues.length === 0) {
    reading.issues.push(error('not-an-object', draft.root.items[0]?.start ?? 0, reading.text.length))
  }
}

/** Warns of keys without quotes that programs for YAML 1.1 read as true or false, so that apps do not find them. */
function warnOfBooleanKeys(reading: Reading, branch: Branch, kind: YamlKind): void {
  for (const item of branch.items) {
    const { key, rawKey, value } = item
    if (branch.kind === 'map' && key !== null && isBooleanKey(rawKey, { isRuby: kind.hasLanguages }))
      warn(reading, 'boolean-key', keySpan(item), { key })
    if (value.kind !== 'leaf') warnOfBooleanKeys(reading, value, kind)
  }
}

function collectBranch(reading: Reading, branch: Branch): void {
  visitTexts(branch, {
    hasPlurals: true,
    onText: (place) => putText(reading, place, { unit: place.unit, comment: commentAt(reading, place) }),
    onProblem(problem) {
      // Merge keys and keys other than scalars are kept without a warning.
      if (problem.code === 'unusable-key' && problem.item.key === null) return
      const params: Readonly<Record<string, string>> =
        problem.code === 'duplicate-key' ? { key: problem.key } : {}
      warn(reading, problem.code, keySpan(problem.item), params)
    },
  })
}

function dropAt(entries: Map<string, Entry>, start: number): void {
  for (const { name, span } of entries.values()) if (span.start === start) entries.delete(name)
}

/** Returns the comments on a text and the description of its message; on a plural form also those on its key. */
function commentAt({ descriptions }: Reading, { item, branch, unit }: TextLocation): string {
  const key = unit === undefined ? undefined : branch.parent?.item
  const description = descriptions.get(unit === undefined ? item : branch)
  const parts = [key === undefined ? '' : commentOf(key), commentOf(item), description ?? '']
  return parts.filter((part) => part !== '').join('\n')
}

function error(code: FileIssueCode, start: number, end: number): Issue {
  return { code, severity: 'error', span: { start, end: Math.max(start, end) } }
}
