import pg from 'pg'

/**
 * In place of U+0000, which PostgreSQL refuses in texts: what cannot be stored cannot be found either, and is
 * no error.
 */
const REPLACEMENT = '\ufffd'

/** A connection that sends no text the database would refuse, wherever in the program the text comes from. */
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

function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', REPLACEMENT) : value
  return Array.isArray(value) ? value.map(toStorable) : value
}
