import type { Actor, OperationKind, WrittenLanguage } from '@dragoman/core'
import { NO_COUNTS } from '../areas/counts.ts'
import type { Counts } from '../types.ts'
import type { NameInUse } from './current.ts'

/** What an operation has done so far, summed over its chunks. */
export type OperationTally = {
  readonly operationId: number
  /**
   * Version of everything that is written. Operation numbers only grow, so versions never decrease or repeat,
   * whatever was removed and restored in between. If an operation continues in a further transaction, that
   * takes a new number from the same counter.
   */
  readonly version: number
  /**
   * Allocated with the operation's number for its only history row; null once used, or if none was allocated.
   */
  reservedChangeId: number | null
  /** Ids of the first and the last row that it added to the history. */
  firstChange: number | null
  lastChange: number | null
  readonly isUndo: boolean
  /** `check`: texts are checked again, without an operation. */
  readonly kind: OperationKind | 'check'
  readonly actor: Actor
  readonly at: string
  keysAdded: number
  keysRemoved: number
  keysEdited: number
  translations: number
  /** Texts whose words stayed the same: marked as reviewed, or sent back as drafts by a reviewer. */
  approved: number
  sentBack: number
  /** Texts of accepted suggestions that someone else still has to review. */
  unreviewed: number
  readonly languages: Set<string>
  /** The only key affected so far; undefined before the first, null after a second. */
  onlyKey: { readonly id: number; readonly namespace: string; readonly name: string } | null | undefined
  readonly files: Map<string, { readonly language: string; readonly namespace: string; texts: number }>
  /** How many keys of each namespace were added, edited or removed. */
  readonly namespaces: Map<string, number>
  /** How many keys were moved from one namespace to another. */
  readonly moved: Map<string, { readonly from: string; readonly to: string; keys: number }>
  changedTexts: { readonly keyId: number; readonly language: string; readonly version: number }[] | null
  changedKeys: number[] | null
  /** `language id · namespace id` → difference to add to the counts. */
  readonly counts: Map<
    string,
    {
      readonly languageId: number
      readonly namespaceId: number
      readonly delta: { -readonly [K in keyof Counts]: number }
    }
  >
  /** Rows of search_text that were removed or changed, and those that were added or changed. */
  readonly unindexed: number[]
  readonly toIndex: number[]
  /** Keys whose previous fields are in the history already. */
  readonly editedKeys: Set<number>
  /** Names that an undo restored while other keys had them: two keys can swap theirs. Checked at the end. */
  readonly namesInUse: NameInUse[]
  changed: boolean
  /** Languages of the project that were added or removed. */
  readonly changedLanguages: WrittenLanguage[]
}

export function openTally(
  numbers: Pick<OperationTally, 'operationId' | 'version' | 'reservedChangeId'>,
  request: {
    readonly kind: OperationTally['kind']
    readonly by: { readonly actor: Actor }
    readonly at: string
    readonly undoes?: number
  },
): OperationTally {
  return {
    ...numbers,
    firstChange: null,
    lastChange: null,
    isUndo: request.undoes !== undefined,
    kind: request.kind,
    actor: request.by.actor,
    at: request.at,
    keysAdded: 0,
    keysRemoved: 0,
    keysEdited: 0,
    translations: 0,
    approved: 0,
    sentBack: 0,
    unreviewed: 0,
    languages: new Set(),
    onlyKey: undefined,
    files: new Map(),
    namespaces: new Map(),
    moved: new Map(),
    changedTexts: [],
    changedKeys: [],
    counts: new Map(),
    unindexed: [],
    toIndex: [],
    editedKeys: new Set(),
    namesInUse: [],
    changed: false,
    changedLanguages: [],
  }
}

/** Returns the differences to the counts of one language and namespace; callers add to them. */
export function deltaOf(
  tally: OperationTally,
  languageId: number,
  namespaceId: number,
): { -readonly [K in keyof Counts]: number } {
  const id = `${languageId} ${namespaceId}`
  let entry = tally.counts.get(id)
  if (!entry) {
    const delta = { ...NO_COUNTS }
    entry = { languageId, namespaceId, delta }
    tally.counts.set(id, entry)
  }
  return entry.delta
}
