import pg from 'pg'
import { endIfSilent } from './silent-connection.ts'
import { toStorable } from './to-storable.ts'

/**
 * A connection that never sends text that the database would reject, wherever in the program it comes from, and that ends
 * if the network has dropped it.
 */
export class StorableClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const connectionString = typeof config === 'string' ? config : config?.connectionString
    const query: (...args: unknown[]) => unknown = this.query.bind(this)
    // The method has a dozen overloads; all of them take their values as the second argument, or not at all.
    this.query = ((first: unknown, values: unknown, ...rest: unknown[]) => {
      const answer = Array.isArray(values)
        ? query(first, values.map(toStorable), ...rest)
        : query(first, values, ...rest)
      if (answer instanceof Promise && connectionString !== undefined)
        endIfSilent(this, connectionString, answer)
      return answer
    }) as typeof this.query
  }
}
