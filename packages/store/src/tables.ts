import { type Expression, type RawBuilder, sql } from 'kysely'
/**
 * Columns as the database has them: JSON as text, conditions as 0/1, states as numbers, times as ISO text.
 */
export type Tables = {
  meta: { name: string; value: string }
  counter: { name: string; value: number }
  project: {
    id: number
    slug: string
    name: string
    source_language: string
    syntax: string
    settings: string
    created_at: string
    revision: number
  }
  language: { id: number; project_id: number; tag: string; fallback: string | null; position: number }
  namespace: { id: number; project_id: number; name: string; position: number }
  key: {
    id: number
    project_id: number
    namespace_id: number
    /** See `storedName`: texts that a database cannot hold as they are come wrapped. */
    name: string
    /**
     * Hash of plural kind and name, for finding a key by its identity in an index that no long name can
     * break.
     */
    lookup: number
    plural: string
    path: string
    description: string
    tags: string
    max_length: number | null
    position: number
    version: number
    /** Operation that added the key. */
    operation_id: number
    /** Operation that wrote the fields as they are. */
    fields_operation_id: number
  }
  translation: {
    /** language_id · 2³² + key_id: the rows of one language lie together. */
    id: number
    language_id: number
    key_id: number
    /** Copy of the key's position, so that an index can hold a language's rows of one state in order. */
    position: number
    forms: string
    /** Place in TRANSLATION_STATES. */
    state: number
    /** Number of the write that made the row what it is; see `Tally.version`. 0: never written. */
    version: number
    source_version: number
    outdated: number
    failing: number
    /**
     * Written by the operation that added the key: undoing that one removes the key, so no index needs this
     * row.
     */
    with_key: number
    /**
     * Operation whose work the text is, also after an undo brought it back; null for a text that nobody
     * wrote.
     */
    operation_id: number | null
  }
  /** Folded texts for search: id of the translation, or the key's id alone (language 0) for its name. */
  search_text: { id: number; folded: string }
  /** Ranges of search texts that a large operation left for later to index. */
  search_pending: { first: number; last: number }
  counts: {
    language_id: number
    namespace_id: number
    total: number
    untranslated: number
    draft: number
    translated: number
    reviewed: number
    outdated: number
    failing: number
  }
  operation: {
    id: number
    project_id: number
    kind: string
    /** `ActorId`; null where an earlier program knew nothing but the name. */
    actor_id: string | null
    /** The actor's name as it was then. */
    actor_label: string
    at: string
    summary: string
    undoes: number | null
    undone_by: number | null
  }
  /** What an operation replaced. A first write replaces nothing and has no row. */
  change: {
    id: number
    project_id: number
    operation_id: number
    key_id: number
    /** Null for a change of the key itself, and of a language as a whole. */
    language_id: number | null
    kind: string
    before: string
    /** Operation that had written what was replaced. */
    before_operation_id: number | null
    /**
     * Operation whose work stood after the change: null for the operation itself; of an undo the one whose
     * work it brought back, 0 where that is nobody's. The change is in place exactly as long as what stands
     * there belongs to it.
     */
    after_operation_id: number | null
  }
  source: {
    id: number
    project_id: number
    kind: string
    /** What only this kind needs, as JSON. */
    settings: string
    pattern: string
    format: string
    writable: number
    created_at: string
    /** Number of the event up to which what was saved is in the files. */
    written_to: number
    /** What is not read, as JSON. */
    left_out: string
  }
  file: {
    id: number
    source_id: number
    project_id: number
    path: string
    language: string
    namespace: string
    side: string
    state: string
    problem: string | null
    /** Texts that the file cannot hold, as JSON. */
    held: string
    entries: number
    synced_at: string | null
    /** What its texts must be, as JSON (`TextLimits`); null: any text, or not known yet. */
    limits: string | null
    /** 1: keys with control characters were taken too. */
    any_keys: number
  }
  /** Bytes of the last sync, once for all languages of a file. */
  file_base: {
    source_id: number
    path: string
    deflated: number
    bytes: Uint8Array
    /**
     * When this program put these bytes there, in milliseconds since 1970, and what they replaced; null:
     * another program wrote the file.
     */
    replaced_ms: number | null
    replaced_deflated: number | null
    replaced_bytes: Uint8Array | null
  }
  /** A file that is about to be replaced, with the bytes it will have. */
  file_write: {
    source_id: number
    path: string
    temporary: string
    parts: string
    deflated: number
    bytes: Uint8Array
  }
  conflict: {
    id: number
    project_id: number
    file_id: number
    name: string
    plural: string
    path: string
    key_id: number | null
    base: string
    theirs: string
    ours: string
    state: string
    created_at: string
  }
  /** Files that were imported; exports of the same format begin with them. */
  uploaded_file: { id: number; project_id: number; path: string; format: string; pieces: number }
  uploaded_piece: { file_id: number; place: number; bytes: Uint8Array }
  uploaded_part: {
    project_id: number
    namespace: string
    language: string
    format: string
    side: string
    file_id: number
    limits: string | null
    any_keys: number
  }
  /** Work in the background; see areas/jobs.ts. */
  job: {
    id: number
    project_id: number
    kind: string
    payload: string
    state: string
    run_at: string
    attempts: number
    max_attempts: number
    locked_by: string | null
    locked_until: string | null
    done: number
    total: number | null
    unit: string
    detail: string | null
    cursor: string | null
    cancel_requested: string | null
    result: string | null
    problem: string | null
    operation_id: number | null
    /** `ActorId` of who asked for it. */
    started_by_id: string
    started_by_label: string
    created_at: string
    started_at: string | null
    ended_at: string | null
    dedupe_key: string | null
  }
  /** What happened, in the order of the commits; see areas/events.ts. */
  event: {
    number: number
    /** Random, the same for all events of one commit: tells a number from the same one after a restore. */
    mark: string
    kind: string
    version: number
    project_id: number | null
    actor_id: string | null
    at: string
    payload: string
  }
  /** What only one process may do at a time; see areas/leases.ts. */
  lease: { name: string; holder: string; until_ms: number }
  /** Wrong attempts to sign in, by address and by account. */
  attempt: { name: string; count: number; until_ms: number }
  user: { id: number; name: string; password_hash: string | null; role: string; created_at: string }
  /** What a person may in a project; lists as JSON, null: every language, every namespace. */
  membership: {
    user_id: number
    project_id: number
    role: string
    languages: string | null
    namespaces: string | null
  }
  session: { id_hash: string; user_id: number; created_at: string; seen_at: string; expires_at: string }
}

const SPAN = 2 ** 32

/** Id of the translation of a key in a language; language 0 stands for the key's name in the search index. */
export function translationId(languageId: number, keyId: number): number {
  return languageId * SPAN + keyId
}

/** `translationId` in SQL: of a column or number of each. */
export function translationIdSql(
  languageId: Expression<unknown>,
  keyId: Expression<unknown>,
): RawBuilder<number> {
  return sql`${languageId} * ${sql.lit(SPAN)} + ${keyId}`
}

export function keyIdOf(translationId: number): number {
  return translationId % SPAN
}

/** First id of a language and first id past it. */
export function idRange(languageId: number): readonly [number, number] {
  return [languageId * SPAN, (languageId + 1) * SPAN]
}

/** Distance between neighbouring positions of fresh keys: room for insertions. */
export const POSITION_STEP = 1024

/** First position of a namespace and first past it. */
export function positionRange(namespacePosition: number): readonly [number, number] {
  return [namespacePosition * SPAN, (namespacePosition + 1) * SPAN]
}
