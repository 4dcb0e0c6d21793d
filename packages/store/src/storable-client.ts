import pg from 'pg'

/**
 * Replaces U+0000, which PostgreSQL rejects in texts: a search for what cannot be stored finds nothing,
 * without an error.
 */
const REPLACEMENT = '\ufffd'

/**
 * A connection that never sends text that the database would reject, wherever in the program it comes from.
 */
export class StorableClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const query: (...args: unknown[]) => unknown = this.query.bind(this)
    // The method has a dozen overloads; all of them take their values as the second argument, or not at all.
    this.query = ((first: unknown, values: unknown, ...rest: unknown[]) =>
      Array.isArray(values)
        ? query(first, values.map(toStorable), ...rest)
        : query(first, values, ...rest)) as typeof this.query
  }
}

/** Returns the value in a form that PostgreSQL can store. */
export function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', REPLACEMENT) : value
  return Array.isArray(value) ? value.map(toStorable) : value
}
