import { hasText, sameForms } from '@dragoman/core'
import type { Derived, DerivedKey, DerivedText } from './derive.ts'
import type { KeyFields, WorkText } from './keys-and-texts.ts'
import { namespaceName, type Scope } from './scope.ts'
import { deltaOf, type OperationTally } from './tally.ts'
import type { ChunkRows } from './write-rows.ts'

const NAMED_AT_MOST = 500

/** Adds a chunk that was written. */
export function addToTally(tally: OperationTally, { scope, keys }: Derived, rows: ChunkRows): void {
  for (const id of rows.toIndex) tally.toIndex.push(id)
  for (const id of rows.unindexed) tally.unindexed.push(id)
  for (const key of keys.values()) {
    if (key.was === null) {
      if (!key.isRemoved) addNew(tally, scope, key)
    } else if (key.isRemoved) addRemoved(tally, scope, key, key.was)
    else addExisting(tally, scope, key, key.was)
  }
}

function addNew(tally: OperationTally, scope: Scope, key: DerivedKey): void {
  const namespace = namespaceName(scope, key.namespaceId)
  tally.keysAdded += 1
  noteChangedKey(tally, key, namespace)
  noteFile(tally, scope.source.tag, namespace)
  for (const text of key.texts) {
    countText(tally, key.namespaceId, text, 1)
    if (hasText(text.forms)) noteWritten(scope, tally, key.id, text, namespace)
  }
}

function addRemoved(tally: OperationTally, scope: Scope, key: DerivedKey, was: KeyFields): void {
  const namespace = namespaceName(scope, was.namespaceId)
  tally.keysRemoved += 1
  noteChangedKey(tally, was, namespace)
  noteFile(tally, scope.source.tag, namespace)
  for (const { was: text } of key.texts) {
    if (text === null) continue
    countText(tally, was.namespaceId, text, -1)
    const tag = scope.languagesById.get(text.languageId)?.tag ?? ''
    if (hasText(text.forms)) noteFile(tally, tag, namespace)
  }
}

function addExisting(tally: OperationTally, scope: Scope, key: DerivedKey, was: KeyFields): void {
  const namespace = namespaceName(scope, key.namespaceId)
  if (key.isEdited) addEdited(tally, scope, key, was)
  for (const text of key.texts) {
    if (text.was === null) continue
    if (text.isWritten || text.isFlagged || key.namespaceId !== was.namespaceId) {
      countText(tally, was.namespaceId, text.was, -1)
      countText(tally, key.namespaceId, text, 1)
    }
    if (text.isWritten) {
      noteVerdict(tally, text, text.was)
      noteWritten(scope, tally, key.id, text, namespace)
      noteIdentity(tally, { id: key.id, namespace, name: key.name })
    } else if (text.isFlagged) {
      const language = scope.languagesById.get(text.languageId)?.tag ?? ''
      noteText(tally, { keyId: key.id, language, version: text.version })
    }
    if (canBeHeldBack(tally, text, text.was))
      noteFile(tally, scope.languagesById.get(text.languageId)?.tag ?? '', namespace)
  }
}

/**
 * Whether channels that hold back errors can serve the text differently now. Other rules can find an error where there
 * was a warning before, so what fails in a check is included.
 */
function canBeHeldBack({ kind }: OperationTally, text: DerivedText, was: WorkText): boolean {
  return text.failing !== was.failing || (kind === 'check' && text.failing)
}

/** Counts a text that a review accepted but left to others, or that was only reviewed or sent back. */
function noteVerdict(tally: OperationTally, text: DerivedText, was: WorkText): void {
  if (tally.isUndo) return
  if (tally.kind === 'review' && text.state === 'translated') tally.unreviewed += 1
  if (!sameForms(was.forms, text.forms)) return
  if (text.state === 'reviewed') tally.approved += 1
  else if (tally.kind === 'review' && text.state === 'draft') tally.sentBack += 1
}

function addEdited(tally: OperationTally, scope: Scope, key: DerivedKey, was: KeyFields): void {
  const [from, to] = [namespaceName(scope, was.namespaceId), namespaceName(scope, key.namespaceId)]
  tally.editedKeys.add(key.id)
  tally.keysEdited += 1
  noteChangedKey(tally, key, to)
  if (from !== to) noteMoved(tally, from, to)
  const isInFiles =
    key.namespaceId !== was.namespaceId ||
    key.plural !== was.plural ||
    JSON.stringify([key.path, key.aliases]) !== JSON.stringify([was.path, was.aliases])
  if (!isInFiles) return
  for (const text of key.texts) {
    if (!hasText(text.forms) && text.languageId !== scope.source.id) continue
    for (const name of [from, to]) noteFile(tally, scope.languagesById.get(text.languageId)?.tag ?? '', name)
  }
}

function noteChangedKey(
  tally: OperationTally,
  { id, name }: Pick<KeyFields, 'id' | 'name'>,
  namespace: string,
): void {
  tally.changed = true
  noteKey(tally, id, namespace)
  noteIdentity(tally, { id, namespace, name })
}

function noteMoved({ moved }: OperationTally, from: string, to: string): void {
  const id = `${from}\0${to}`
  const same = moved.get(id)
  if (same === undefined) moved.set(id, { from, to, keys: 1 })
  else same.keys += 1
}

function noteText(
  tally: OperationTally,
  text: { readonly keyId: number; readonly language: string; readonly version: number },
): void {
  if (tally.changedTexts === null) return
  if (tally.changedTexts.length === NAMED_AT_MOST) tally.changedTexts = null
  else tally.changedTexts.push(text)
}

function noteKey(tally: OperationTally, keyId: number, namespace: string): void {
  tally.namespaces.set(namespace, (tally.namespaces.get(namespace) ?? 0) + 1)
  if (tally.changedKeys === null) return
  if (tally.changedKeys.length === NAMED_AT_MOST) tally.changedKeys = null
  else tally.changedKeys.push(keyId)
}

/** Remembers the key of the operation as long as there is only one. */
function noteIdentity(
  tally: OperationTally,
  key: { readonly id: number; readonly namespace: string; readonly name: string },
): void {
  if (tally.onlyKey === undefined) tally.onlyKey = key
  else if (tally.onlyKey !== null && tally.onlyKey.id !== key.id) tally.onlyKey = null
}

/** Notes that a file no longer matches the catalog, and how many of its texts were written. */
export function noteFile(tally: OperationTally, language: string, namespace: string, texts = 0): void {
  const id = `${language}\0${namespace}`
  const file = tally.files.get(id)
  if (file === undefined) tally.files.set(id, { language, namespace, texts })
  else file.texts += texts
}

/** Notes a text that was written, for the summary and for listeners. */
function noteWritten(
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
  noteFile(tally, tag, namespace, 1)
  noteText(tally, { keyId, language: tag, version: text.version })
}

/** Adds a text to the counts, or removes it from them. */
function countText(
  tally: OperationTally,
  namespaceId: number,
  text: Pick<WorkText, 'languageId' | 'state' | 'outdated' | 'failing' | 'sourceless'>,
  sign: 1 | -1,
): void {
  const delta = deltaOf(tally, text.languageId, namespaceId)
  if (text.sourceless) {
    delta.sourceless += sign
    return
  }
  delta.total += sign
  delta[text.state] += sign
  if (text.outdated) delta.outdated += sign
  if (text.failing) delta.failing += sign
}
