import {
  append,
  type Forms,
  groupBy,
  REJECTION_REASONS,
  type RecordedActor,
  type RejectionReason,
  SUGGESTION_STATES,
  type SuggestionState,
} from '@dragoman/core'
import { sql } from 'kysely'
import { OPEN_SUGGESTION, parseJson, recordedActor, stateNumber } from '../rows.ts'
import type { Reader } from '../store.ts'
import { translationIdSql } from '../tables.ts'

/** Who decided on a suggestion, and why if it was rejected. */
export type SuggestionDecision = {
  readonly by: RecordedActor
  readonly at: string
  readonly reason: { readonly kind: RejectionReason; readonly text: string } | null
  readonly operationId: number | null
}

export type SuggestionRow = {
  readonly id: number
  readonly keyId: number
  readonly language: string
  readonly namespace: string
  readonly forms: Forms
  readonly note: string
  readonly author: RecordedActor
  readonly state: SuggestionState
  /** Version of the text when it was suggested. */
  readonly textVersion: number
  readonly version: number
  /** People who voted for it, oldest first. */
  readonly voters: readonly RecordedActor[]
  readonly votes: number
  readonly createdAt: string
  /** Null while it is open, or if it was withdrawn by its author. */
  readonly decision: SuggestionDecision | null
}

/** Selects suggestions whose string and language still exist, with the names of both. */
function suggestionRows({ db }: Reader) {
  return db
    .selectFrom('suggestion as s')
    .innerJoin('language as l', 'l.id', 's.language_id')
    .innerJoin('key as k', 'k.id', 's.key_id')
    .innerJoin('namespace as n', 'n.id', 'k.namespace_id')
    .selectAll('s')
    .select(['l.tag', 'n.name as namespace'])
}

type SuggestionColumns = Awaited<ReturnType<ReturnType<typeof suggestionRows>['execute']>>[number]

/** Returns suggestions of a project by id; those whose string or language is gone are left out. */
export async function suggestionsById(
  r: Reader,
  projectId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SuggestionRow>> {
  if (ids.length === 0) return new Map()
  const rows = await suggestionRows(r)
    .where('s.project_id', '=', projectId)
    .where(r.dialect.inIds(sql.ref('s.id'), ids))
    .execute()
  const found = await withVoters(r, rows)
  return new Map(found.map((row) => [row.id, row]))
}

export async function suggestionById(
  r: Reader,
  projectId: number,
  id: number,
): Promise<SuggestionRow | null> {
  return (await suggestionsById(r, projectId, [id])).get(id) ?? null
}

/**
 * Returns all suggestions for a string in one language: open ones with most votes first, then the others,
 * newest first.
 */
export async function suggestionsOfString(
  r: Reader,
  of: { readonly projectId: number; readonly keyId: number; readonly language: string },
): Promise<readonly SuggestionRow[]> {
  const rows = await suggestionRows(r)
    .where('s.project_id', '=', of.projectId)
    .where('s.key_id', '=', of.keyId)
    .where('l.tag', '=', of.language)
    .execute()
  const found = await withVoters(r, rows)
  return [
    ...bestFirst(found.filter(({ state }) => state === 'open')),
    ...found.filter(({ state }) => state !== 'open').sort((a, b) => b.id - a.id),
  ]
}

/** Returns open suggestions for some strings in one language, by key, best first. */
export async function openSuggestionsOf(
  r: Reader,
  languageId: number,
  keyIds: readonly number[],
): Promise<ReadonlyMap<number, readonly SuggestionRow[]>> {
  if (keyIds.length === 0) return new Map()
  const rows = await suggestionRows(r)
    .where('s.language_id', '=', languageId)
    .where('s.state', '=', sql.lit(OPEN_SUGGESTION))
    .where(r.dialect.inIds(sql.ref('s.key_id'), keyIds))
    .execute()
  return groupBy(bestFirst(await withVoters(r, rows)), (row) => row.keyId)
}

/**
 * Returns how many strings of each namespace have open suggestions in each language, and how many of these have a
 * translated text, which is not reviewed before them.
 */
export async function openSuggestionCounts(
  { db }: Reader,
  projectId: number,
): Promise<
  readonly {
    readonly tag: string
    readonly namespace: string
    readonly strings: number
    readonly translated: number
  }[]
> {
  const translated = sql.lit(stateNumber('translated'))
  const { rows } = await sql<{ tag: string; namespace: string; strings: number; translated: number }>`
    select l.tag, n.name as namespace, count(distinct s.key_id) as strings,
      count(distinct case when t.state = ${translated} then s.key_id end) as translated from language l
      join suggestion s on s.language_id = l.id and s.state = ${sql.lit(OPEN_SUGGESTION)}
      join translation t on t.id = ${translationIdSql(sql.ref('s.language_id'), sql.ref('s.key_id'))}
      join key k on k.id = s.key_id join namespace n on n.id = k.namespace_id
    where l.project_id = ${projectId} group by l.tag, n.name`.execute(db)
  return rows
}

/** Returns how many suggestions are open for each of some keys in a language; keys with none are left out. */
export async function openSuggestionsPerKey(
  { db, dialect }: Reader,
  { projectId, keyIds, language }: { projectId: number; keyIds: readonly number[]; language: string },
): Promise<readonly { readonly keyId: number; readonly suggestions: number }[]> {
  if (keyIds.length === 0) return []
  const { rows } = await sql<{ keyId: number; suggestions: number }>`
    select s.key_id as "keyId", count(*) as suggestions from suggestion s join language l on l.id = s.language_id
    where l.project_id = ${projectId} and l.tag = ${language} and s.state = ${sql.lit(OPEN_SUGGESTION)}
      and ${dialect.inIds(sql.ref('s.key_id'), keyIds)} group by s.key_id`.execute(db)
  return rows
}

function bestFirst(rows: readonly SuggestionRow[]): SuggestionRow[] {
  return rows.toSorted((a, b) => b.votes - a.votes || a.id - b.id)
}

async function withVoters(
  { db, dialect }: Reader,
  rows: readonly SuggestionColumns[],
): Promise<SuggestionRow[]> {
  const voted = rows.filter(({ votes }) => votes > 0).map(({ id }) => id)
  const votes =
    voted.length === 0
      ? []
      : await db
          .selectFrom('suggestion_vote')
          .selectAll()
          .where(dialect.inIds(sql.ref('suggestion_id'), voted))
          .orderBy('at')
          .orderBy('voter_id')
          .execute()
  const voters = new Map<number, RecordedActor[]>()
  for (const vote of votes) append(voters, vote.suggestion_id, recordedActor(vote.voter_id, vote.voter_label))
  return rows.map((row) => suggestionRow(row, voters.get(row.id) ?? []))
}

function suggestionRow(row: SuggestionColumns, voters: readonly RecordedActor[]): SuggestionRow {
  const state = SUGGESTION_STATES[row.state] ?? 'withdrawn'
  const isDecided = state === 'accepted' || state === 'rejected'
  return {
    id: row.id,
    keyId: row.key_id,
    language: row.tag,
    namespace: row.namespace,
    forms: parseJson<Forms>(row.forms),
    note: row.note,
    author: recordedActor(row.author_id, row.author_label),
    state,
    textVersion: row.text_version,
    version: row.version,
    voters,
    votes: row.votes,
    createdAt: row.created_at,
    decision: isDecided
      ? {
          by: recordedActor(row.decided_by_id, row.decided_by_label ?? ''),
          at: row.decided_at ?? row.created_at,
          reason: state === 'rejected' ? { kind: reasonKind(row.reason_kind), text: row.reason } : null,
          operationId: row.operation_id,
        }
      : null,
  }
}

export function reasonKind(text: string | null): RejectionReason {
  return REJECTION_REASONS.find((kind) => kind === text) ?? 'other'
}
