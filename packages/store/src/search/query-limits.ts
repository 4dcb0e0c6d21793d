/** Different words that one search can have, including key patterns and excluded words. */
export const QUERY_WORDS_MAX = 20

/**
 * Time that the statements of one query can use. On SQLite it is processor time, so that no query is refused
 * because the machine is busy.
 */
export const QUERY_BUDGET_MS = 100

/** Time after which a query over its budget is aborted: its statement cannot be interrupted. */
export const QUERY_PATIENCE_MS = 2000
