import type { Counts, OperationSummary, Touched } from '../types.ts'
import type { Scope } from './scope.ts'
import type { WorkText } from './working-set.ts'

/** What an operation has done so far, summed up over its chunks. */
export type Ledger = {
  readonly operationId: number
  /**
   * Version of everything that is written. Numbers of operations only grow, so a version never falls and never repeats, whatever was removed and brought
   * back in between. An operation that goes on in a further transaction draws a new number from the same counter for it.
   */
  readonly version: number
  readonly isUndo: boolean
  readonly kind: string
  readonly author: string
  readonly at: string
  keysAdded: number
  keysRemoved: number
  keysEdited: number
  translations: number
  readonly languages: Set<string>
  /** Identity of the only key touched so far; undefined before the first, null after a second. */
  onlyKey: { readonly id: number; readonly namespace: string; readonly name: string } | null | undefined
  readonly files: Map<string, { readonly language: string; readonly namespace: string }>
  touchedTexts: { readonly keyId: number; readonly language: string; readonly version: number }[] | null
  touchedKeys: number[] | null
  /** `language id · namespace id` → what to add to the counts. */
  readonly counts: Map<
    string,
    { readonly languageId: number; readonly namespaceId: number; readonly delta: { -readonly [K in keyof Counts]: number } }
  >
  /** Rows of search_text that left or changed, that came or changed. */
  readonly unindexed: number[]
  readonly toIndex: number[]
  /** Keys whose fields before the operation are in the history already. */
  readonly editedKeys: Set<number>
  /** Names that an undo gave back while other keys had them: two keys may exchange theirs. Examined when all is done. */
  readonly namesInUse: { readonly keyId: number; readonly namespaceId: number; readonly namespace: string; readonly name: string }[]
  changed: boolean
}

const NAMED_AT_MOST = 500

export function openLedger(
  numbers: { readonly operationId: number; readonly version: number },
  request: { readonly kind: string; readonly author: string; readonly at: string; readonly undoes?: number },
): Ledger {
  return {
    ...numbers,
    isUndo: request.undoes !== undefined,
    kind: request.kind,
    author: request.author,
    at: request.at,
    keysAdded: 0,
    keysRemoved: 0,
    keysEdited: 0,
    translations: 0,
    languages: new Set(),
    onlyKey: undefined,
    files: new Map(),
    touchedTexts: [],
    touchedKeys: [],
    counts: new Map(),
    unindexed: [],
    toIndex: [],
    editedKeys: new Set(),
    namesInUse: [],
    changed: false,
  }
}

export function noteText(ledger: Ledger, text: { readonly keyId: number; readonly language: string; readonly version: number }): void {
  if (ledger.touchedTexts === null) return
  if (ledger.touchedTexts.length === NAMED_AT_MOST) ledger.touchedTexts = null
  else ledger.touchedTexts.push(text)
}

export function noteKey(ledger: Ledger, keyId: number): void {
  if (ledger.touchedKeys === null) return
  if (ledger.touchedKeys.length === NAMED_AT_MOST) ledger.touchedKeys = null
  else ledger.touchedKeys.push(keyId)
}

/** Remembers which key the operation is about as long as it is about one. */
export function noteIdentity(ledger: Ledger, key: { readonly id: number; readonly namespace: string; readonly name: string }): void {
  if (ledger.onlyKey === undefined) ledger.onlyKey = key
  else if (ledger.onlyKey !== null && ledger.onlyKey.id !== key.id) ledger.onlyKey = null
}

export function noteFile(ledger: Ledger, language: string, namespace: string): void {
  const id = `${language}\0${namespace}`
  if (!ledger.files.has(id)) ledger.files.set(id, { language, namespace })
}

/** The counts that one language's translations of one namespace are to change by. */
export function deltaOf(ledger: Ledger, languageId: number, namespaceId: number): { -readonly [K in keyof Counts]: number } {
  const id = `${languageId} ${namespaceId}`
  let entry = ledger.counts.get(id)
  if (!entry) {
    const delta = { total: 0, untranslated: 0, draft: 0, translated: 0, reviewed: 0, outdated: 0, failing: 0 }
    entry = { languageId, namespaceId, delta }
    ledger.counts.set(id, entry)
  }
  return entry.delta
}

export function summaryOf(ledger: Ledger, origin: string | undefined): OperationSummary {
  return {
    keysAdded: ledger.keysAdded,
    keysRemoved: ledger.keysRemoved,
    keysEdited: ledger.keysEdited,
    translations: ledger.translations,
    languages: [...ledger.languages],
    ...(ledger.onlyKey ? { key: { namespace: ledger.onlyKey.namespace, name: ledger.onlyKey.name } } : {}),
    ...(origin === undefined ? {} : { origin }),
  }
}

export function touchedOf(ledger: Ledger, scope: Scope, revision: number): Touched {
  return {
    projectId: scope.project.id,
    revision,
    operationId: ledger.operationId,
    files: [...ledger.files.values()],
    translations: ledger.touchedTexts,
    keys: ledger.touchedKeys,
  }
}

/** Notes a text that was written, for the summary and for those who listen. */
export function noteWritten(scope: Scope, ledger: Ledger, keyId: number, text: WorkText, namespace: string): void {
  const tag = scope.languagesById.get(text.languageId)?.tag ?? ''
  ledger.translations += 1
  ledger.changed = true
  ledger.languages.add(tag)
  noteFile(ledger, tag, namespace)
  noteText(ledger, { keyId, language: tag, version: text.version })
}

/** Adds a text to the counts, or takes it out of them. */
export function countText(
  ledger: Ledger,
  namespaceId: number,
  text: Pick<WorkText, 'languageId' | 'state' | 'outdated' | 'failing'>,
  sign: 1 | -1,
): void {
  const delta = deltaOf(ledger, text.languageId, namespaceId)
  delta.total += sign
  delta[text.state] += sign
  if (text.outdated) delta.outdated += sign
  if (text.failing) delta.failing += sign
}
