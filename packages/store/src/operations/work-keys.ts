import { type Forms, hasText, normalizeForms, type TranslationState } from '@dragoman/core'
import { sanitizeForStorage } from '../rows.ts'
import type { ChangeRequest, KeyRow } from '../types.ts'
import { aliasesAfter } from './aliases.ts'
import { existingKey } from './existing-key.ts'
import type { FieldsBefore, InternalChange } from './internal-change.ts'
import { positionAfter, positionAtEnd, positionBetween, takePosition } from './position.ts'
import { namespaceNamed } from './scope.ts'
import { stateFor } from './state-for.ts'
import type { Work } from './work.ts'
import { identity, type WorkKey, type WorkText } from './working-set.ts'

export async function addKey(job: Work, change: Extract<ChangeRequest, { kind: 'add-key' }>): Promise<void> {
  const { r, scope, tally, set } = job
  const namespace = await namespaceNamed(r, scope, change.namespace)
  if (refuseIfTaken(job, namespace.id, change)) return
  for (const tag of change.texts.keys()) {
    if (scope.languages.has(tag)) continue
    job.refusals.push({ code: 'unknown-language', language: tag })
    return
  }
  const position =
    change.after === undefined
      ? await positionAtEnd(r, scope, namespace)
      : await positionAfterKey(job, namespace, change.after)
  const key: WorkKey = {
    id: job.nextKeyId++,
    namespaceId: namespace.id,
    name: change.name,
    plural: change.plural,
    path: change.path,
    description: sanitizeForStorage(change.description ?? ''),
    tags: change.tags ?? [],
    aliases: [],
    maxLength: change.maxLength ?? null,
    syntax: change.syntax ?? null,
    position,
    version: tally.version,
    operationId: tally.operationId,
    fieldsOperationId: tally.operationId,
    was: null,
    edited: true,
    removed: false,
    texts: new Map(),
  }
  const sourceForms = normalizeForms(change.texts.get(scope.source.tag)?.forms ?? {})
  const madeFor = hasText(sourceForms) ? tally.version : 0
  for (const language of scope.languages.values()) {
    const given = change.texts.get(language.tag)
    const forms = language === scope.source ? sourceForms : normalizeForms(given?.forms ?? {})
    key.texts.set(
      language.id,
      freshText(job, language.id, forms, stateFor(forms, given?.state, 'translated'), madeFor),
    )
  }
  set.keys.set(key.id, key)
  set.identities.set(identity(namespace.id, key.plural, key.name), key.id)
}

export async function restoreKey(
  job: Work,
  { keyId, before, removedBy }: Extract<InternalChange, { kind: 'restore-key' }>,
): Promise<void> {
  const { r, scope, set, tally } = job
  const namespace = await namespaceNamed(r, scope, before.namespace)
  if (refuseIfTaken(job, namespace.id, before, keyId)) return
  const position = await restoredPosition(job, before)
  const texts = new Map(before.texts)
  const key: WorkKey = {
    id: keyId,
    namespaceId: namespace.id,
    name: before.name,
    plural: before.plural,
    path: before.path,
    description: before.description,
    tags: before.tags,
    aliases: before.aliases ?? [],
    maxLength: before.maxLength,
    syntax: before.syntax ?? null,
    position,
    version: tally.version,
    operationId: before.operationId,
    fieldsOperationId: before.fieldsOperationId,
    was: null,
    edited: true,
    removed: false,
    removedBy,
    texts: new Map(),
  }
  for (const language of scope.languages.values()) {
    const text = texts.get(language.tag)
    const fresh = freshText(job, language.id, text?.forms ?? {}, text?.state ?? 'untranslated', 0)
    // A new version, so that the row cannot be mistaken for the previous one; also if nothing is recorded,
    // since the language might have been removed in between.
    fresh.version = tally.version
    if (text) {
      fresh.outdated = text.outdated
      fresh.sourceVersion = text.sourceVersion
      fresh.withKey = text.withKey
      fresh.operationId = text.operationId
      fresh.author = text.author
    }
    key.texts.set(language.id, fresh)
  }
  set.keys.set(keyId, key)
  set.identities.set(identity(namespace.id, key.plural, key.name), keyId)
}

export async function editKey(
  job: Work,
  change: Extract<ChangeRequest, { kind: 'edit-key' }>,
): Promise<void> {
  const key = existingKey(job, change.keyId)
  if (!key) return
  if (change.baseVersion !== undefined && change.baseVersion !== key.version) {
    job.refusals.push({ code: 'stale-key', keyId: key.id, current: keyRowOf(job, key) })
    return
  }
  const { fields } = change
  const name = fields.name ?? fields.path?.join('.') ?? key.name
  const path = fields.path ?? (name === key.name ? key.path : key.path.length > 1 ? name.split('.') : [name])
  const old = job.scope.namespacesById.get(key.namespaceId)
  const namespace = await namespaceNamed(job.r, job.scope, fields.namespace ?? old?.name ?? '')
  const moved = namespace.id !== key.namespaceId
  const plural = fields.plural ?? key.plural
  const isOther = moved || name !== key.name || plural !== key.plural
  if (isOther && refuseIfTaken(job, namespace.id, { namespace: namespace.name, plural, name }, key.id)) return
  const description =
    fields.description === undefined ? key.description : sanitizeForStorage(fields.description)
  const tags = fields.tags ?? key.tags
  const maxLength = fields.maxLength === undefined ? key.maxLength : fields.maxLength
  const syntax = fields.syntax === undefined ? key.syntax : fields.syntax
  const aliases = aliasesAfter(job, key, change, { name, namespaceId: namespace.id })
  if (aliases === null) return
  const same =
    JSON.stringify([name, plural, path, description, tags, aliases, maxLength, syntax]) ===
    JSON.stringify([
      ...[key.name, key.plural, key.path, key.description, key.tags, key.aliases],
      ...[key.maxLength, key.syntax],
    ])
  if (same && !moved) return
  if (moved) key.position = await positionAtEnd(job.r, job.scope, namespace)
  rename(job, key, { namespaceId: namespace.id, name, plural })
  Object.assign(key, {
    path,
    description,
    tags,
    aliases,
    maxLength,
    syntax,
    version: job.tally.version,
    fieldsOperationId: job.tally.operationId,
    edited: true,
  })
}

export async function restoreFields(job: Work, keyId: number, before: FieldsBefore): Promise<void> {
  const key = existingKey(job, keyId)
  if (!key) return
  const namespace = await namespaceNamed(job.r, job.scope, before.namespace)
  if (refuseIfTaken(job, namespace.id, before, key.id)) return
  if (namespace.id !== key.namespaceId) key.position = await restoredPosition(job, before)
  rename(job, key, { namespaceId: namespace.id, name: before.name, plural: before.plural })
  const { path, description, tags, aliases = [], maxLength, syntax = null, fieldsOperationId } = before
  Object.assign(key, {
    path,
    description,
    tags,
    aliases,
    maxLength,
    syntax,
    fieldsOperationId,
    version: job.tally.version,
    edited: true,
  })
}

function freshText(
  job: Work,
  languageId: number,
  forms: Forms,
  state: TranslationState,
  madeFor: number,
): WorkText {
  const there = state !== 'untranslated'
  return {
    languageId,
    forms,
    state,
    version: there ? job.tally.version : 0,
    sourceVersion: there ? madeFor : 0,
    outdated: false,
    failing: false,
    sourceless: false,
    withKey: there,
    operationId: there ? job.tally.operationId : null,
    actor: there ? job.tally.actor : null,
    author: undefined,
    updatedAt: there ? job.tally.at : null,
    was: null,
    written: there,
    restored: false,
  }
}

function rename(
  job: Work,
  key: WorkKey,
  { namespaceId, name, plural }: Pick<WorkKey, 'namespaceId' | 'name' | 'plural'>,
): void {
  const { identities } = job.set
  const from = identity(key.namespaceId, key.plural, key.name)
  if (identities.get(from) === key.id) identities.delete(from)
  key.namespaceId = namespaceId
  key.name = name
  key.plural = plural
  identities.set(identity(namespaceId, plural, name), key.id)
}

/** Returns the old position if it is free, otherwise one right after the key that has it now. */
async function restoredPosition(job: Work, before: FieldsBefore): Promise<number> {
  const { r, scope, set } = job
  const namespace = await namespaceNamed(r, scope, before.namespace)
  const { takenPositions, restoredPositions } = set
  const position = takenPositions.has(before.position)
    ? await positionBetween(r, scope, namespace, {
        after: before.position,
        reserved: [...takenPositions, ...restoredPositions],
      })
    : await takePosition(r, scope, namespace, before.position)
  takenPositions.add(position)
  return position
}

async function positionAfterKey(
  job: Work,
  namespace: { readonly id: number; readonly name: string; readonly position: number },
  after: number | null,
): Promise<number> {
  if (after === null) return positionAfter(job.r, job.scope, namespace, null)
  const row = await job.r.db
    .selectFrom('key')
    .select(['position', 'namespace_id'])
    .where('id', '=', after)
    .executeTakeFirst()
  if (!row || row.namespace_id !== namespace.id) return positionAtEnd(job.r, job.scope, namespace)
  return positionAfter(job.r, job.scope, namespace, row.position)
}

function refuseIfTaken(
  job: Work,
  namespaceId: number,
  key: { readonly namespace: string; readonly plural: WorkKey['plural']; readonly name: string },
  keyId?: number,
): boolean {
  const holder = job.set.identities.get(identity(namespaceId, key.plural, key.name))
  if (holder === undefined || holder === keyId) return false
  if (job.tally.isUndo && keyId !== undefined) {
    job.tally.namesInUse.push({ keyId, namespaceId, namespace: key.namespace, name: key.name })
    return false
  }
  job.refusals.push({ code: 'already-exists', namespace: key.namespace, name: key.name, keyId: holder })
  return true
}

function keyRowOf(job: Work, key: WorkKey): KeyRow {
  const { id, name, plural, path, description, tags, aliases, maxLength, syntax, position, version } = key
  return {
    id,
    namespace: job.scope.namespacesById.get(key.namespaceId)?.name ?? '',
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
