/** Different words that one search may have, patterns of keys and words to leave out among them. */
export const QUERY_WORDS_MAX = 20

/**
 * Time that the statements of one query may work. On SQLite it is time on the processor, so that a busy
 * machine refuses nobody.
 */
export const QUERY_BUDGET_MS = 100

/**
 * Time after which a query is given up however little it has worked: it waits behind others, or is in a
 * statement that cannot be interrupted.
 */
export const QUERY_PATIENCE_MS = 2000
