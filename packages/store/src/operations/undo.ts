import type { Forms } from '@dragoman/core'
import { sql } from 'kysely'
import { type AnonymizeTexts, openAnonymizer } from '../areas/former-authors.ts'
import { operationById } from '../areas/operations.ts'
import { namespacesOfImport } from '../areas/uploaded-files.ts'
import { applyChanges } from '../door/apply-operation.ts'
import type { InternalChange } from '../door/change.ts'
import { decisionsToTurn } from '../door/decisions.ts'
import type { Requester } from '../door/requester.ts'
import { undoneBy } from '../door/undone-by.ts'
import { parseJson, shownName } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import { translationId } from '../tables.ts'
import type { ChangePreview, OperationResult, UndoPlan } from '../types.ts'
import { CHUNK } from './in-chunks.ts'
import { changingLimits } from './set-text-limits.ts'
import type { UndoItem } from './undo-item.ts'
import { supersededTexts, type UndoCursor, undoItems } from './undo-items.ts'

const NAMED_AT_MOST = 200
/** A step that finds this many rows with nothing to undo ends, so that it does not read on while others wait. */
const SKIPPED_AT_MOST = 2 * CHUNK

/**
 * Returns what an undo would do, and what it would keep; null if the project has no such operation. Each list contains
 * at most `limit` changes.
 */
export async function planUndo(
  r: Reader,
  projectId: number,
  operationId: number,
  limit: number,
): Promise<UndoPlan | null> {
  if (!(await operationById(r, projectId, operationId))) return null
  const changes: UndoItem[] = []
  const newer: UndoItem[] = []
  let total = 0
  let newerTotal = 0
  const note = (item: UndoItem) => {
    if (item.newer) {
      newerTotal += 1
      if (newer.length < limit) newer.push(item)
      return
    }
    total += 1
    if (changes.length < limit) changes.push(item)
  }
  for await (const { item } of undoItems(r, projectId, operationId)) if (item !== null) note(item)
  for await (const item of supersededTexts(r, projectId, operationId)) note(item)
  return {
    operationId,
    changes: await previews(r, projectId, changes),
    total,
    newer: await previews(r, projectId, newer),
    newerTotal,
    decisions: (await decisionsToTurn(r, { undoes: operationId }))?.count ?? 0,
  }
}

/** `after`: how far it was read, with a limit; null: to the end. */
type UndoResult =
  | (Extract<OperationResult, { ok: true }> & { readonly after: UndoCursor | null })
  | Extract<OperationResult, { ok: false }>
  | { readonly ok: false; readonly newer: UndoPlan }

/**
 * Undoes an operation by another operation, which can be undone in turn. If something was changed again
 * since, nothing is done and the list is returned, unless the newer changes are to be kept: then everything
 * else is undone.
 */
export async function undoOperation(
  w: Writer,
  request: {
    readonly projectId: number
    readonly operationId: number
    readonly by: Requester
    readonly at: string
    readonly keepNewer?: 'keep' | 'refuse'
    /**
     * Undoes at most this many changes in this transaction; the next one `continues` the operation `after` what
     * was read. What is undone can make more possible, such as texts of a key that was restored: everything is
     * undone once nothing was changed from the beginning to the end.
     */
    readonly limit?: number
    readonly continues?: number
    readonly after?: UndoCursor | null
  },
): Promise<UndoResult> {
  const {
    projectId,
    operationId,
    by,
    at,
    limit = Number.POSITIVE_INFINITY,
    continues,
    after = null,
  } = request
  await w.dialect.lockProject(w.db, projectId)
  if (request.keepNewer !== 'keep') {
    const plan = await planUndo(w, projectId, operationId, NAMED_AT_MOST)
    if (plan && plan.newerTotal > 0) return { ok: false, newer: plan }
  }
  const reading = readChanges(w, { projectId, operationId, limit, after })
  // The first transaction of an undo marks the import as undone, so that its files are not used any longer.
  const namespaces = continues === undefined ? await namespacesToCheck(w, projectId, operationId) : []
  const result = await changingLimits(w, { projectId, namespaces }, () =>
    applyChanges(w, {
      projectId,
      kind: 'undo',
      by,
      at,
      undoes: operationId,
      ...(continues ? { continues } : {}),
      changes: reading.changes,
    }),
  )
  return result.ok ? { ...result, after: reading.after() } : result
}

/** The files of an import are used or not, depending on whether it is undone; other operations have none. */
async function namespacesToCheck(r: Reader, projectId: number, operationId: number) {
  const { operation, originalId } = await undoneBy(r, operationId)
  return operation === 'import' ? namespacesOfImport(r, projectId, originalId) : []
}

type UndoRange = {
  readonly projectId: number
  readonly operationId: number
  readonly limit: number
  readonly after: UndoCursor | null
}

type UndoReading = {
  readonly changes: AsyncIterable<InternalChange>
  /** How far the changes were read; null: to the end. */
  readonly after: () => UndoCursor | null
}

function readChanges(r: Reader, { projectId, operationId, limit, after: start }: UndoRange): UndoReading {
  const anonymize = openAnonymizer(r)
  let after = start
  async function* read(): AsyncGenerator<InternalChange> {
    let left = limit
    let skipped = 0
    for await (const { item, cursor } of undoItems(r, projectId, operationId, start)) {
      after = cursor
      if (item === null || item.newer) skipped += 1
      else {
        left -= 1
        yield internalChange(await withoutFormerNames(item, anonymize))
      }
      if (left <= 0 || (Number.isFinite(limit) && skipped >= SKIPPED_AT_MOST)) return
    }
    after = null
  }
  return { changes: read(), after: () => after }
}

async function withoutFormerNames(item: UndoItem, anonymize: AnonymizeTexts): Promise<UndoItem> {
  if (item.kind === 'text') {
    const [before = item.before] = await anonymize([item.before])
    return { ...item, before }
  }
  if (item.kind !== 'key-removed') return item
  const texts = await anonymize(item.before.texts.map(([language, text]) => ({ ...text, language })))
  const before = { ...item.before, texts: texts.map(({ language, ...text }) => [language, text] as const) }
  return { ...item, before }
}

function internalChange(item: UndoItem): InternalChange {
  switch (item.kind) {
    case 'text':
      return { kind: 'restore-text', keyId: item.keyId, language: item.language, before: item.before }
    case 'key-added':
      return { kind: 'remove-key', keyId: item.keyId, backTo: item.backTo }
    case 'key-edited':
      return { kind: 'restore-fields', keyId: item.keyId, before: item.before }
    case 'key-removed':
      return { kind: 'restore-key', keyId: item.keyId, before: item.before, removedBy: item.removedBy }
    case 'language-added':
      return { kind: 'remove-language', tag: item.before.tag, backTo: item.backTo }
    case 'language-removed':
      return {
        kind: 'add-language',
        tag: item.before.tag,
        fallback: item.before.fallback,
        before: item.before,
        backTo: item.backTo,
      }
    default:
      return item satisfies never
  }
}

/** Returns names and current texts for a list that people read. */
async function previews(
  { db, dialect }: Reader,
  projectId: number,
  items: readonly UndoItem[],
): Promise<ChangePreview[]> {
  if (items.length === 0) return []
  const project = await db
    .selectFrom('language')
    .innerJoin('project', (join) =>
      join
        .onRef('project.id', '=', 'language.project_id')
        .onRef('project.source_language', '=', 'language.tag'),
    )
    .select(['language.id', 'language.tag'])
    .where('project.id', '=', projectId)
    .executeTakeFirstOrThrow()
  const keyIds = items.flatMap((item) => ('keyId' in item ? [item.keyId] : []))
  const textIds = items.map((item) =>
    'keyId' in item ? translationId(item.kind === 'text' ? item.languageId : project.id, item.keyId) : 0,
  )
  const keys = await db
    .selectFrom('key as k')
    .innerJoin('namespace as n', 'n.id', 'k.namespace_id')
    .select(['k.id', 'k.name', 'n.name as namespace'])
    .where(dialect.inIds(sql.ref('k.id'), keyIds))
    .execute()
  const texts = await db
    .selectFrom('translation')
    .select(['id', 'forms'])
    .where(dialect.inIds(sql.ref('id'), textIds))
    .execute()
  const keyOf = new Map(keys.map((key) => [key.id, key]))
  const formsOf = new Map(texts.map((text) => [text.id, parseJson<Forms>(text.forms)]))
  return items.map((item, place) => {
    const key = 'keyId' in item ? keyOf.get(item.keyId) : undefined
    const named = {
      keyId: 'keyId' in item ? item.keyId : null,
      namespace: key?.namespace ?? '',
      name: key ? shownName(key.name) : '',
    }
    const current = formsOf.get(textIds[place] ?? 0) ?? {}
    switch (item.kind) {
      case 'text':
        return {
          ...named,
          kind: 'translation',
          language: item.language,
          current,
          restored: item.before.forms,
        }
      case 'key-added':
        return { ...named, kind: 'key-added', language: null, current, restored: {} }
      case 'key-edited':
        return { ...named, kind: 'key-edited', language: null, current, restored: current }
      case 'key-removed': {
        const restored = item.before.texts.find(([tag]) => tag === project.tag)?.[1].forms ?? {}
        return {
          ...named,
          namespace: item.before.namespace,
          name: item.before.name,
          kind: 'key-removed',
          language: null,
          current,
          restored,
        }
      }
      case 'language-added':
      case 'language-removed':
        return { ...named, kind: item.kind, language: item.before.tag, current: {}, restored: {} }
      default:
        return item satisfies never
    }
  })
}
