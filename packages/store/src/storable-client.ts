import pg from 'pg'
import { toStorable } from './to-storable.ts'

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
