import {
  type EntryPath,
  type Forms,
  type KeyAlias,
  PLURAL_KINDS,
  type PluralKind,
  parseActorId,
  type RecordedActor,
  SUGGESTION_STATES,
  type SuggestionState,
  TRANSLATION_STATES,
  type TranslationState,
} from '@dragoman/core'
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tables } from './tables.ts'
import type { KeyRow, TranslationRow } from './types.ts'

/** Columns of a key, with the name of its namespace. */
export type KeyColumns = Selectable<Tables['key']> & { readonly namespace: string }

export function keyRow(
  row: Omit<KeyColumns, 'lookup' | 'project_id' | 'namespace_id' | 'operation_id' | 'fields_operation_id'>,
): KeyRow {
  return {
    id: row.id,
    namespace: row.namespace,
    name: shownName(row.name),
    plural: pluralKind(row.plural),
    path: parseJson<EntryPath>(row.path),
    description: row.description,
    tags: parseJson<readonly string[]>(row.tags),
    aliases: parseJson<readonly KeyAlias[]>(row.aliases),
    maxLength: row.max_length,
    syntax: row.syntax,
    position: row.position,
    version: row.version,
  }
}

/** Columns of a translation, with actor and time of the operation that wrote it. */
export type TextColumns = Omit<
  Selectable<Tables['translation']>,
  'language_id' | 'position' | 'sourceless' | 'with_key' | 'operation_id' | 'author_id' | 'author_label'
> & {
  /** Who wrote the words: usually the person who saved them. */
  readonly actor_id: string | null
  readonly actor_label: string | null
  readonly updated_at: string | null
}

/** Selects keys `k` with the name of their namespace `n`, for `keyRow`. */
export function keyRows(db: Kysely<Tables>) {
  return db
    .selectFrom('key as k')
    .innerJoin('namespace as n', 'n.id', 'k.namespace_id')
    .selectAll('k')
    .select('n.name as namespace')
}

export function textRows(db: Kysely<Tables>) {
  return db
    .selectFrom('translation')
    .leftJoin('operation', 'operation.id', 'translation.operation_id')
    .selectAll('translation')
    .select([
      writerId('translation', 'operation').as('actor_id'),
      writerLabel('translation', 'operation').as('actor_label'),
      'operation.at as updated_at',
    ])
}

/** Returns SQL for the writer of a text: its author, or the actor of the operation that saved it. */
export function writerId(text: string, operation: string): RawBuilder<string | null> {
  return sql<string | null>`case when ${sql.ref(`${text}.author_label`)} is null
    then ${sql.ref(`${operation}.actor_id`)} else ${sql.ref(`${text}.author_id`)} end`
}

export function writerLabel(text: string, operation: string): RawBuilder<string | null> {
  return sql<
    string | null
  >`coalesce(${sql.ref(`${text}.author_label`)}, ${sql.ref(`${operation}.actor_label`)})`
}

export function translationRow(row: TextColumns, language: string): TranslationRow {
  return {
    keyId: row.key_id,
    language,
    forms: parseJson<Forms>(row.forms),
    state: stateOf(row.state),
    version: row.version,
    sourceVersion: row.source_version,
    outdated: row.outdated === 1,
    failing: row.failing === 1,
    actor: writerOf(row),
    updatedAt: row.updated_at,
  }
}

/** Returns the actor as recorded in a row. */
export function recordedActor(id: string | null, label: string): RecordedActor {
  return { id: parseActorId(id), name: label }
}

/** Returns who wrote a text; null if no one did. */
export function writerOf(row: Pick<TextColumns, 'actor_id' | 'actor_label'>): RecordedActor | null {
  return row.actor_label === null ? null : recordedActor(row.actor_id, row.actor_label)
}

/** Returns who wrote the words of a text, if its row names them. */
export function authorOf(row: { readonly author_id: string | null; readonly author_label: string | null }): {
  readonly author?: RecordedActor
} {
  return row.author_label === null ? {} : { author: recordedActor(row.author_id, row.author_label) }
}

/** Parses JSON that this package wrote itself. */
export function parseJson<T>(json: string): T {
  return JSON.parse(json) as T
}

export function stateOf(place: number): TranslationState {
  return TRANSLATION_STATES[place] ?? 'untranslated'
}

export function suggestionStateNumber(state: SuggestionState): number {
  return SUGGESTION_STATES.indexOf(state)
}

export const OPEN_SUGGESTION = suggestionStateNumber('open')

export function stateNumber(state: TranslationState): number {
  return TRANSLATION_STATES.indexOf(state)
}

export function pluralKind(text: string): PluralKind {
  return PLURAL_KINDS.find((kind) => kind === text) ?? 'none'
}

const WRAPPED = '\u0001'

/**
 * Returns the text in a form that both databases can store: texts with U+0000 or unpaired surrogates, which
 * one or the other loses, are wrapped as JSON.
 */
export function storedName(name: string): string {
  const plain = !UNSTORABLE.test(name) && !name.startsWith(WRAPPED)
  return plain ? name : WRAPPED + JSON.stringify(name)
}

/** Returns the text without the characters that a database can lose; for texts where that does not matter. */
export function sanitizeForStorage(text: string): string {
  return UNSTORABLE.test(text) ? text.replace(/\0/g, '').replace(/\p{Surrogate}/gu, '\ufffd') : text
}

/** U+0000, which PostgreSQL rejects, and unpaired surrogates, which UTF-8 cannot encode. */
const UNSTORABLE = /[\0\p{Surrogate}]/u

export function shownName(stored: string): string {
  return stored.startsWith(WRAPPED) ? parseJson<string>(stored.slice(1)) : stored
}

/**
 * Returns 52 bits of a hash (FNV-1a, two lanes) of what identifies a key within its namespace. Collisions are
 * resolved by comparing the texts.
 */
export function lookupOf(plural: PluralKind, name: string): number {
  let low = 0x811c9dc5
  let high = 0x01000193
  const text = `${plural}\u0000${name}`
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul(high ^ (unit + i), 0x85ebca6b)
  }
  return ((high >>> 0) & 0xfffff) * 2 ** 32 + (low >>> 0)
}
