import type { Actor } from '@dragoman/core'
import type { ChangeSet, Counts, OperationSummary } from '../types.ts'
import type { Scope } from './scope.ts'
import type { WorkText } from './working-set.ts'

/** What an operation has done so far, summed up over its chunks. */
export type OperationTally = {
  readonly operationId: number
  /**
   * Version of everything that is written. Numbers of operations only grow, so a version never falls and
   * never repeats, whatever was removed and brought back in between. An operation that goes on in a further
   * transaction draws a new number from the same counter for it.
   */
  readonly version: number
  /** Drawn with the operation's number for its only row of history; null once used, or where none was. */
  reservedChangeId: number | null
  readonly isUndo: boolean
  readonly kind: string
  readonly actor: Actor
  readonly at: string
  keysAdded: number
  keysRemoved: number
  keysEdited: number
  translations: number
  readonly languages: Set<string>
  /** Identity of the only key touched so far; undefined before the first, null after a second. */
  onlyKey: { readonly id: number; readonly namespace: string; readonly name: string } | null | undefined
  readonly files: Map<string, { readonly language: string; readonly namespace: string }>
  changedTexts: { readonly keyId: number; readonly language: string; readonly version: number }[] | null
  changedKeys: number[] | null
  /** `language id · namespace id` → what to add to the counts. */
  readonly counts: Map<
    string,
    {
      readonly languageId: number
      readonly namespaceId: number
      readonly delta: { -readonly [K in keyof Counts]: number }
    }
  >
  /** Rows of search_text that left or changed, that came or changed. */
  readonly unindexed: number[]
  readonly toIndex: number[]
  /** Keys whose fields before the operation are in the history already. */
  readonly editedKeys: Set<number>
  /**
   * Names that an undo gave back while other keys had them: two keys may exchange theirs. Examined when all
   * is done.
   */
  readonly namesInUse: {
    readonly keyId: number
    readonly namespaceId: number
    readonly namespace: string
    readonly name: string
  }[]
  changed: boolean
  /** Languages of the project came or went. */
  haveLanguagesChanged: boolean
}

const NAMED_AT_MOST = 500

export function openTally(
  numbers: Pick<OperationTally, 'operationId' | 'version' | 'reservedChangeId'>,
  request: {
    readonly kind: string
    readonly by: { readonly actor: Actor }
    readonly at: string
    readonly undoes?: number
  },
): OperationTally {
  return {
    ...numbers,
    isUndo: request.undoes !== undefined,
    kind: request.kind,
    actor: request.by.actor,
    at: request.at,
    keysAdded: 0,
    keysRemoved: 0,
    keysEdited: 0,
    translations: 0,
    languages: new Set(),
    onlyKey: undefined,
    files: new Map(),
    changedTexts: [],
    changedKeys: [],
    counts: new Map(),
    unindexed: [],
    toIndex: [],
    editedKeys: new Set(),
    namesInUse: [],
    changed: false,
    haveLanguagesChanged: false,
  }
}

export function noteText(
  tally: OperationTally,
  text: { readonly keyId: number; readonly language: string; readonly version: number },
): void {
  if (tally.changedTexts === null) return
  if (tally.changedTexts.length === NAMED_AT_MOST) tally.changedTexts = null
  else tally.changedTexts.push(text)
}

export function noteKey(tally: OperationTally, keyId: number): void {
  if (tally.changedKeys === null) return
  if (tally.changedKeys.length === NAMED_AT_MOST) tally.changedKeys = null
  else tally.changedKeys.push(keyId)
}

/** Remembers which key the operation is about as long as it is about one. */
export function noteIdentity(
  tally: OperationTally,
  key: { readonly id: number; readonly namespace: string; readonly name: string },
): void {
  if (tally.onlyKey === undefined) tally.onlyKey = key
  else if (tally.onlyKey !== null && tally.onlyKey.id !== key.id) tally.onlyKey = null
}

export function noteFile(tally: OperationTally, language: string, namespace: string): void {
  const id = `${language}\0${namespace}`
  if (!tally.files.has(id)) tally.files.set(id, { language, namespace })
}

/** The counts that one language's translations of one namespace are to change by. */
export function deltaOf(
  tally: OperationTally,
  languageId: number,
  namespaceId: number,
): { -readonly [K in keyof Counts]: number } {
  const id = `${languageId} ${namespaceId}`
  let entry = tally.counts.get(id)
  if (!entry) {
    const delta = { total: 0, untranslated: 0, draft: 0, translated: 0, reviewed: 0, outdated: 0, failing: 0 }
    entry = { languageId, namespaceId, delta }
    tally.counts.set(id, entry)
  }
  return entry.delta
}

export function summaryOf(tally: OperationTally, origin: string | undefined): OperationSummary {
  return {
    keysAdded: tally.keysAdded,
    keysRemoved: tally.keysRemoved,
    keysEdited: tally.keysEdited,
    translations: tally.translations,
    languages: [...tally.languages],
    ...(tally.onlyKey ? { key: { namespace: tally.onlyKey.namespace, name: tally.onlyKey.name } } : {}),
    ...(origin === undefined ? {} : { origin }),
  }
}

export function changeSetOf(tally: OperationTally, scope: Scope, revision: number): ChangeSet {
  return {
    projectId: scope.project.id,
    revision,
    operationId: tally.operationId,
    files: [...tally.files.values()],
    translations: tally.changedTexts,
    keys: tally.changedKeys,
  }
}

/** Notes a text that was written, for the summary and for those who listen. */
export function noteWritten(
  scope: Scope,
  tally: OperationTally,
  keyId: number,
  text: WorkText,
  namespace: string,
): void {
  const tag = scope.languagesById.get(text.languageId)?.tag ?? ''
  tally.translations += 1
  tally.changed = true
  tally.languages.add(tag)
  noteFile(tally, tag, namespace)
  noteText(tally, { keyId, language: tag, version: text.version })
}

/** Adds a text to the counts, or takes it out of them. */
export function countText(
  tally: OperationTally,
  namespaceId: number,
  text: Pick<WorkText, 'languageId' | 'state' | 'outdated' | 'failing'>,
  sign: 1 | -1,
): void {
  const delta = deltaOf(tally, text.languageId, namespaceId)
  delta.total += sign
  delta[text.state] += sign
  if (text.outdated) delta.outdated += sign
  if (text.failing) delta.failing += sign
}
