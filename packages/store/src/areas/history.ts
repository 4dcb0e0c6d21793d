import { hasText, type OperationKind } from '@dragoman/core'
import { sql } from 'kysely'
import { recordedText, type TextBefore } from '../door/change.ts'
import { COUNTED_VERSIONS } from '../migrations/0006-owners-of-states.ts'
import { authorOf, parseJson, recordedActor, stateOf } from '../rows.ts'
import type { Reader } from '../store.ts'
import { translationId } from '../tables.ts'
import type { HistoryRow, RejectionReasonGiven } from '../types.ts'
import { findLanguageId } from './find-places.ts'
import { openAnonymizer } from './former-authors.ts'
import { reasonKind } from './suggestions.ts'

type Entry = Pick<TextBefore, 'forms' | 'state' | 'version' | 'operationId' | 'author'> & {
  /** The operation that wrote the next version, if known. */
  readonly replacedBy?: number
}

/**
 * Removals of the key to read in addition to the requested texts: some of them can contain no text of the
 * language.
 */
const REMOVALS = 50

/**
 * Returns the versions of a translation, newest first: the current text, then every earlier version, once
 * each, with the operation that wrote it, which can be an undo. Texts that were never written are left out.
 */
export async function history(
  r: Reader,
  request: {
    readonly projectId: number
    readonly keyId: number
    readonly language: string
    readonly limit: number
  },
): Promise<readonly HistoryRow[]> {
  const { db } = r
  const { projectId, keyId, language, limit } = request
  const languageId = await findLanguageId(r, projectId, language)
  if (languageId === null) return []
  const now = await db
    .selectFrom('translation')
    .select(['forms', 'state', 'version', 'operation_id', 'author_id', 'author_label'])
    .where('id', '=', translationId(languageId, keyId))
    .executeTakeFirst()
  const asked = limit + REMOVALS
  const recorded = await sql<{ kind: string; before: string; operation_id: number }>`
    select kind, before, operation_id from change where project_id = ${projectId} and key_id = ${keyId}
      and ((language_id = ${languageId} and kind = 'text') or (language_id is null and kind = 'key-removed'))
    order by id desc limit ${asked}`.execute(db)
  const entries: Entry[] = now
    ? [
        {
          forms: parseJson(now.forms),
          state: stateOf(now.state),
          version: now.version,
          operationId: now.operation_id,
          ...authorOf(now),
        },
      ]
    : []
  for (const row of recorded.rows) {
    const text = recordedText(row, language)
    if (text) entries.push(row.kind === 'text' ? { ...text, replacedBy: row.operation_id } : text)
  }
  if (recorded.rows.length < asked) dropUnwritten(entries)
  const shown = await openAnonymizer(r)(dropRepeatedEntries(entries).slice(0, limit))
  return withOperations(r, { projectId, keyId, languageId }, shown)
}

/** Drops the empty state before the first text. */
function dropUnwritten(entries: Entry[]): void {
  for (
    let last = entries.at(-1);
    last && last.operationId === null && !hasText(last.forms);
    last = entries.at(-1)
  )
    entries.pop()
}

/** Drops duplicates, which data of earlier program versions can contain. */
function dropRepeatedEntries(entries: readonly Entry[]): readonly Entry[] {
  const seen = new Set<string>()
  return entries.filter(({ version, operationId, forms }) => {
    const id = JSON.stringify([version, operationId, forms])
    if (seen.has(id)) return false
    seen.add(id)
    return true
  })
}

/**
 * Adds operations. A version is the number of the operation that wrote it. For a later transaction of an
 * operation, and for old data where versions were plain counters, the next version in the history says who
 * wrote it; a first text names its operation.
 */
async function withOperations(
  r: Reader,
  text: { readonly projectId: number; readonly keyId: number; readonly languageId: number },
  entries: readonly Entry[],
): Promise<readonly HistoryRow[]> {
  const { db } = r
  if (entries.length === 0) return []
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('name', '=', COUNTED_VERSIONS)
    .executeTakeFirst()
  const counted = Number(row?.value ?? 0)
  const writers = entries.map(({ version, operationId }, place) => {
    return [version > counted ? version : 0, entries[place + 1]?.replacedBy ?? 0, operationId ?? 0]
  })
  const found = await db
    .selectFrom('operation')
    .select(['id', 'kind', 'actor_id', 'actor_label', 'at'])
    .where('project_id', '=', text.projectId)
    .where('id', 'in', [...new Set(writers.flat())])
    .execute()
  const operations = new Map(found.map((operation) => [operation.id, operation]))
  const rejections = await rejectionsBy(
    r,
    text,
    found.flatMap(({ id, kind }) => (kind === 'review' ? [id] : [])),
  )
  return entries.flatMap(({ forms, state, version, author = null }, place) => {
    const operation = writers[place]?.flatMap((id) => operations.get(id) ?? [])[0]
    if (!operation) return []
    const { id, kind, actor_id, actor_label, at } = operation
    const actor = recordedActor(actor_id, actor_label)
    const rejection = state === 'draft' ? (rejections.get(id) ?? null) : null
    return [
      { operationId: id, kind: kind as OperationKind, actor, author, at, forms, state, version, rejection },
    ]
  })
}

/** Returns the reasons for which operations sent the text back, also of those that were undone. */
async function rejectionsBy(
  { db, dialect }: Reader,
  text: { readonly projectId: number; readonly keyId: number; readonly languageId: number },
  operations: readonly number[],
): Promise<ReadonlyMap<number, RejectionReasonGiven>> {
  if (operations.length === 0) return new Map()
  const rows = await db
    .selectFrom('rejection')
    .select(['operation_id', 'reason_kind', 'reason'])
    .where('project_id', '=', text.projectId)
    .where('key_id', '=', text.keyId)
    .where('language_id', '=', text.languageId)
    .where(dialect.inIds(sql.ref('operation_id'), operations))
    .execute()
  return new Map(
    rows.map((row) => [row.operation_id, { kind: reasonKind(row.reason_kind), text: row.reason }]),
  )
}
