import {
  type EntryPath,
  type Forms,
  hasText,
  isSourceText,
  normalizeForms,
  pathOfName,
  type TranslationState,
} from '@dragoman/core'
import { sanitizeForStorage } from '../rows.ts'
import type { AddedText, ChangeRequest, KeyRow, Refusal } from '../types.ts'
import { aliasesAfter, keptAliases, refuseAliases } from './apply-aliases.ts'
import { stateFor } from './apply-texts.ts'
import type { FieldsBefore, InternalChange } from './change.ts'
import type { Current, Effect, NameInUse } from './current.ts'
import { identity, type KeyFields, type WorkKey, type WorkText } from './keys-and-texts.ts'
import { foreignSource } from './outdated.ts'
import { namespaceName } from './scope.ts'

export function addKey(now: Current, change: Extract<ChangeRequest, { kind: 'add-key' }>): Effect {
  const { scope, newIds } = now.loaded
  const { version, operationId } = now.by
  const namespaceId = namespaceIdOf(now, change.namespace)
  const taken = takenBy(now, namespaceId, change)
  if (taken !== null && 'refusal' in taken) return taken
  for (const tag of change.texts.keys())
    if (!scope.languages.has(tag)) return { refusal: { code: 'unknown-language', language: tag } }
  const id = newIds.get(change)
  if (id === undefined) throw new Error(`no id for the key ${change.name}`)
  const aliases = keptAliases(change.aliases ?? [], change.name)
  const held = refuseAliases(now, { id, namespaceId }, aliases)
  if (held !== null) return held
  const fields: KeyFields = {
    id,
    namespaceId,
    name: change.name,
    plural: change.plural,
    path: change.path,
    description: sanitizeForStorage(change.description ?? ''),
    tags: change.tags ?? [],
    aliases,
    maxLength: change.maxLength ?? null,
    syntax: change.syntax ?? null,
    position: positionOf(now, change),
    version,
    operationId,
    fieldsOperationId: operationId,
  }
  const sourceForms = normalizeForms(change.texts.get(scope.source.tag)?.forms ?? {})
  const madeFor = hasText(sourceForms) ? version : 0
  const texts = [...scope.languages.values()].map((language) => {
    const given = change.texts.get(language.tag)
    const forms = language === scope.source ? sourceForms : normalizeForms(given?.forms ?? {})
    const fresh = freshText(now, language.id, forms, stateFor(forms, given?.state, 'translated'), madeFor)
    return given === undefined ? fresh : { ...fresh, ...givenParts(now, given, { sourceForms, forms }) }
  })
  return { keys: [freshKey(fields, texts)] }
}

/** Returns what an added text has in addition: its author, and the source text that it is for if that is another one. */
function givenParts(
  { by }: Current,
  { author, sourceForms: stated }: AddedText,
  { sourceForms, forms }: { readonly sourceForms: Forms; readonly forms: Forms },
): Partial<WorkText> {
  if (!hasText(forms)) return {}
  const isForOther = stated !== undefined && hasText(sourceForms) && !isSourceText(stated, sourceForms)
  return {
    ...(author === undefined || author.id === by.actor.id ? {} : { actor: author, author }),
    ...(isForOther ? { sourceVersion: foreignSource(stated), outdated: true } : {}),
  }
}

export function restoreKey(now: Current, change: Extract<InternalChange, { kind: 'restore-key' }>): Effect {
  const { keyId, before, removedBy } = change
  const { version } = now.by
  const namespaceId = namespaceIdOf(now, before.namespace)
  const taken = takenBy(now, namespaceId, before, keyId)
  if (taken !== null && 'refusal' in taken) return taken
  const recorded = new Map(before.texts)
  const texts = [...now.loaded.scope.languages.values()].map((language): WorkText => {
    const text = recorded.get(language.tag)
    const fresh = freshText(now, language.id, text?.forms ?? {}, text?.state ?? 'untranslated', 0)
    // A new version, so that the row cannot be mistaken for the previous one; also if nothing is recorded,
    // since the language might have been removed in between.
    if (text === undefined) return { ...fresh, version }
    const { outdated, sourceVersion, withKey, operationId, author } = text
    return { ...fresh, version, outdated, sourceVersion, withKey, operationId, author }
  })
  const fields: KeyFields = {
    ...restoredFields(before),
    id: keyId,
    namespaceId,
    position: positionOf(now, change),
    version,
    operationId: before.operationId,
  }
  return { ...taken, keys: [{ ...freshKey(fields, texts), removedBy }] }
}

export function editKey(now: Current, change: Extract<ChangeRequest, { kind: 'edit-key' }>): Effect {
  const key = now.keys.get(change.keyId)
  if (key === undefined || key.isRemoved) return { refusal: { code: 'not-found', keyId: change.keyId } }
  if (change.baseVersion !== undefined && change.baseVersion !== key.version)
    return { refusal: { code: 'stale-key', keyId: key.id, current: keyRowOf(now, key) } }
  const { fields } = change
  const name = fields.name ?? fields.path?.join('.') ?? key.name
  const path = fields.path ?? pathAfter(key, name)
  const namespace = fields.namespace ?? namespaceName(now.loaded.scope, key.namespaceId)
  const namespaceId = namespaceIdOf(now, namespace)
  const moved = namespaceId !== key.namespaceId
  const plural = fields.plural ?? key.plural
  if (moved || name !== key.name || plural !== key.plural) {
    const taken = takenBy(now, namespaceId, { namespace, plural, name }, key.id)
    if (taken !== null && 'refusal' in taken) return taken
  }
  const after = aliasesAfter(now, key, change, { name, namespaceId })
  if ('refusal' in after) return after
  const to = {
    path,
    description: fields.description === undefined ? key.description : sanitizeForStorage(fields.description),
    tags: fields.tags ?? key.tags,
    aliases: after.aliases,
    maxLength: fields.maxLength === undefined ? key.maxLength : fields.maxLength,
    syntax: fields.syntax === undefined ? key.syntax : fields.syntax,
    name,
    plural,
  }
  const written = ({ description, tags, aliases, maxLength, syntax, name, plural }: typeof to) =>
    JSON.stringify([name, plural, description, tags, aliases, maxLength, syntax])
  const isWritten = moved || written(to) !== written(key)
  if (!isWritten && JSON.stringify(path) === JSON.stringify(key.path)) return { keys: [] }
  const position = moved ? positionOf(now, change) : key.position
  const { version, operationId } = now.by
  // A path alone follows the file: the fields still belong to the operation that wrote them, and it can be undone.
  const fieldsOperationId = isWritten ? operationId : key.fieldsOperationId
  const edited = { ...key, ...to, namespaceId, position, version, fieldsOperationId, isEdited: true }
  return { keys: [...after.others, edited] }
}

/** Returns the path of a key after an edit that names none: a nested key stays nested. */
function pathAfter({ name: was, path }: KeyFields, name: string): EntryPath {
  return name === was ? path : pathOfName(name, { isNested: path.length > 1, old: path })
}

export function restoreFields(
  now: Current,
  change: Extract<InternalChange, { kind: 'restore-fields' }>,
): Effect {
  const { keyId, before } = change
  const key = now.keys.get(keyId)
  if (key === undefined || key.isRemoved) return { refusal: { code: 'not-found', keyId } }
  const namespaceId = namespaceIdOf(now, before.namespace)
  const taken = takenBy(now, namespaceId, before, key.id)
  if (taken !== null && 'refusal' in taken) return taken
  const position = namespaceId === key.namespaceId ? key.position : positionOf(now, change)
  const { version } = now.by
  const restored = { ...key, ...restoredFields(before), namespaceId, position, version, isEdited: true }
  return { ...taken, keys: [restored] }
}

/** Returns the fields that history records, as far as an undo restores them the same way for all keys. */
function restoredFields(
  before: FieldsBefore,
): Omit<KeyFields, 'id' | 'namespaceId' | 'position' | 'version' | 'operationId'> {
  const { name, plural, path, description, tags, aliases = [], maxLength, syntax = null } = before
  const { fieldsOperationId } = before
  return { name, plural, path, description, tags, aliases, maxLength, syntax, fieldsOperationId }
}

function freshKey(fields: KeyFields, texts: readonly WorkText[]): WorkKey {
  return {
    ...fields,
    texts: new Map(texts.map((text) => [text.languageId, text])),
    was: null,
    isEdited: true,
    isRemoved: false,
    written: new Set(
      texts.flatMap(({ state, languageId }) => (state === 'untranslated' ? [] : [languageId])),
    ),
    restored: new Set(),
  }
}

function freshText(
  { by }: Current,
  languageId: number,
  forms: Forms,
  state: TranslationState,
  madeFor: number,
): WorkText {
  const isWritten = state !== 'untranslated'
  return {
    languageId,
    forms,
    state,
    version: isWritten ? by.version : 0,
    sourceVersion: isWritten ? madeFor : 0,
    outdated: false,
    failing: false,
    sourceless: false,
    withKey: isWritten,
    operationId: isWritten ? by.operationId : null,
    actor: isWritten ? by.actor : null,
    author: undefined,
    updatedAt: isWritten ? by.at : null,
  }
}

function namespaceIdOf({ loaded }: Current, name: string): number {
  const namespace = loaded.scope.namespaces.get(name)
  if (namespace === undefined) throw new Error(`the namespace ${name} was not loaded`)
  return namespace.id
}

function positionOf({ loaded }: Current, change: InternalChange): number {
  const position = loaded.positions.get(change)
  if (position === undefined) throw new Error(`no position for ${change.kind}`)
  return position
}

/**
 * Returns a refusal if another key has the identity. An undo takes it all the same, because its other key might give
 * it up in a later change.
 */
function takenBy(
  { identities, by }: Current,
  namespaceId: number,
  key: { readonly namespace: string; readonly plural: KeyFields['plural']; readonly name: string },
  keyId?: number,
): { readonly refusal: Refusal } | { readonly nameInUse: NameInUse } | null {
  const { namespace, name } = key
  const holder = identities.get(identity(namespaceId, key.plural, name))
  if (holder === undefined || holder === keyId) return null
  if (by.isUndo && keyId !== undefined) return { nameInUse: { keyId, namespaceId, namespace, name } }
  return { refusal: { code: 'already-exists', namespace, name, keyId: holder } }
}

function keyRowOf({ loaded }: Current, key: WorkKey): KeyRow {
  const { id, name, plural, path, description, tags, aliases, maxLength, syntax, position, version } = key
  const namespace = namespaceName(loaded.scope, key.namespaceId)
  return {
    id,
    namespace,
    name,
    plural,
    path,
    description,
    tags,
    aliases,
    maxLength,
    syntax,
    position,
    version,
  }
}
