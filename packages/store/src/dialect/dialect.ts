import type { Kysely, RawBuilder, SqlBool } from 'kysely'
import type { Tables } from '../tables.ts'

/** Everything that differs between the two databases. New differences belong here and nowhere else. */
export type Dialect = {
  readonly name: 'sqlite' | 'postgres'
  /** Returns whether the column is one of these numbers; any count of them in one parameter. */
  inIds(column: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<SqlBool>
  inTexts(column: RawBuilder<unknown>, texts: readonly string[]): RawBuilder<SqlBool>
  /** Returns whether the column contains the folded text; every character is literal. */
  contains(column: RawBuilder<unknown>, folded: string): RawBuilder<SqlBool>
  /**
   * True while the query is within its budget, otherwise aborts the statement; null: the database enforces
   * the budget itself.
   */
  readonly withinBudget: RawBuilder<SqlBool> | null
  /**
   * Runs queries of an open transaction within a budget. Throws QueryTooCostlyError, after which the
   * transaction must end.
   */
  limited<T>(db: Kysely<Tables>, job: () => Promise<T>): Promise<T>
  /**
   * Returns ids of search texts that can contain the word; null: more than `cap`, or the index cannot be used
   * for it.
   */
  searchIds(db: Kysely<Tables>, request: SearchRequest): Promise<readonly number[] | null>
  /** Allocates `count` new ids and returns the first. */
  allocate(db: Kysely<Tables>, counter: Counter, count: number): Promise<number>
  /**
   * Until the transaction ends, what decides about a person's rights stays as it is: code that changes it calls
   * `lockPeople`.
   */
  holdPerson(db: Kysely<Tables>, userId: number): Promise<void>
  /** Waits for the writes of these people, ids of users, before their rights are changed. */
  lockPeople(db: Kysely<Tables>, userIds: RawBuilder<unknown>): Promise<void>
  /** Locks the project's content for other writers until the transaction ends. */
  lockProject(db: Kysely<Tables>, projectId: number): Promise<void>
  /**
   * Begins an operation: locks the project's content, and takes the numbers that `operationNumber` and
   * `changeNumber` return.
   */
  beginOperation(db: Kysely<Tables>, projectId: number): Promise<void>
  /** The number of the current operation, and that of the row it adds to the history if it adds a single one. */
  readonly operationNumber: RawBuilder<number>
  readonly changeNumber: RawBuilder<number>
  /** The greatest number of an operation, or of what is numbered with them, so far. */
  readonly lastOperationNumber: RawBuilder<number>
  /** Keeps the numbers of operations and their history from being used again after the rows are removed. */
  keepNumbers(db: Kysely<Tables>): Promise<void>
  /** Locks the base of a source's file for other writers until the transaction ends. */
  lockBase(db: Kysely<Tables>, sourceId: number, path: string): Promise<void>
  /** The time of the database as ISO text: the same for all processes, whatever their own clocks say. */
  readonly now: RawBuilder<string>
  /** The same in milliseconds since 1970. */
  readonly nowMs: RawBuilder<number>
  /**
   * Appends events with the next numbers. A reader that sees one sees all lower numbers; therefore this
   * blocks other writers until the transaction ends, and comes last in it.
   */
  appendEvents(db: Kysely<Tables>, rows: readonly EventToAppend[]): Promise<readonly AppendedEvent[]>
  insertMany<T extends BulkTable>(db: Kysely<Tables>, table: T, rows: readonly Tables[T][]): Promise<void>
  upsertSearchTexts(db: Kysely<Tables>, rows: readonly Tables['search_text'][]): Promise<void>
  /** Sets the given columns of rows identified by id. */
  updateMany<T extends BulkTable, C extends keyof Tables[T] & string>(
    db: Kysely<Tables>,
    table: T,
    columns: readonly C[],
    rows: readonly Pick<Tables[T], C | 'id'>[],
  ): Promise<void>
  deleteMany(db: Kysely<Tables>, table: BulkTable, ids: readonly number[]): Promise<void>
  /**
   * Updates the search index to match `search_text`: `gone` rows were removed or changed, `come` rows were
   * added or changed.
   */
  reindex(
    db: Kysely<Tables>,
    change: { readonly gone: readonly number[]; readonly come: readonly number[] },
  ): Promise<void>
  /**
   * Leaves ranges of new search texts to be indexed by `indexMore`; until then searches read them one by one.
   */
  indexLater(db: Kysely<Tables>, ranges: readonly (readonly [first: number, last: number])[]): Promise<void>
  /**
   * Indexes some of the pending texts, briefly enough that users do not notice. Returns true while there are
   * more.
   */
  indexMore(db: Kysely<Tables>): Promise<boolean>
  /**
   * Merges what many writes have left in the index, briefly too, when no text is left to index or to remove. Returns
   * true while there is more to merge or to index.
   */
  mergeMore(db: Kysely<Tables>): Promise<boolean>
}

export type EventToAppend = Omit<Tables['event'], 'number' | 'at'>
export type AppendedEvent = Pick<Tables['event'], 'number' | 'at'>

export type SearchRequest = {
  /** Ranges of ids, one per language: first id, and the first after the range. */
  readonly ranges: readonly (readonly [number, number])[]
  /** Folded. */
  readonly word: string
  readonly cap: number
}

export const COUNTERS = [
  'project',
  'language',
  'namespace',
  'key',
  'operation',
  'change',
  'source',
  'file',
  'conflict',
  'user',
  'job',
  'uploaded_file',
  'mail',
  'comment',
  'group',
  'token',
  'audit',
  'rejection',
  'notification',
  'string_batch',
  'task',
  'invitation',
  'git_key',
  'git_sync',
  'webhook',
  'webhook_delivery',
  'channel',
  'channel_move',
  'old_address',
  'release',
  'screenshot',
  'scheduled_move',
] as const
export type Counter = (typeof COUNTERS)[number]

/** Columns of the tables that are written in bulk; `int` has 64 bits. */
export const BULK_COLUMNS = {
  key: {
    id: 'int',
    project_id: 'int',
    namespace_id: 'int',
    name: 'text',
    lookup: 'int',
    plural: 'text',
    path: 'text',
    description: 'text',
    tags: 'text',
    aliases: 'text',
    max_length: 'int',
    syntax: 'text',
    position: 'int',
    version: 'int',
    operation_id: 'int',
    fields_operation_id: 'int',
  },
  translation: {
    id: 'int',
    language_id: 'int',
    key_id: 'int',
    position: 'int',
    forms: 'text',
    state: 'int',
    version: 'int',
    source_version: 'int',
    outdated: 'int',
    failing: 'int',
    sourceless: 'int',
    with_key: 'int',
    operation_id: 'int',
    author_id: 'text',
    author_label: 'text',
  },
  search_text: { id: 'int', folded: 'text' },
  change: {
    id: 'int',
    project_id: 'int',
    operation_id: 'int',
    key_id: 'int',
    language_id: 'int',
    kind: 'text',
    before: 'text',
    before_operation_id: 'int',
    after_operation_id: 'int',
    replaced_text: 'int',
  },
} as const satisfies {
  readonly [T in 'key' | 'translation' | 'search_text' | 'change']: Record<keyof Tables[T], ColumnType>
}

export type BulkTable = keyof typeof BULK_COLUMNS

export type ColumnType = 'int' | 'text'

export function bulkColumns<T extends BulkTable>(
  table: T,
): readonly (readonly [keyof Tables[T] & string, ColumnType])[] {
  // `BULK_COLUMNS` names exactly the columns of each table, as its type proves.
  return Object.entries(BULK_COLUMNS[table]) as (readonly [keyof Tables[T] & string, ColumnType])[]
}
