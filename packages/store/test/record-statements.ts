import pg from 'pg'
import { loadSqlite } from '../src/driver/load-sqlite.ts'

type Prototype = Record<string, unknown>
type Method = (this: unknown, ...given: unknown[]) => unknown

/** Records the text of each statement that connections of this thread run, until `stop`. */
export function recordStatements(): { readonly texts: string[]; readonly stop: () => void } {
  const texts: string[] = []
  const restore = [
    ...['run', 'get', 'all', 'iterate'].map((name) =>
      wrap(statementPrototype(), name, (statement) => textOfStatement(statement)),
    ),
    wrap(pg.Query.prototype as unknown as Prototype, 'submit', (query) => textOfQuery(query)),
  ]
  function wrap(prototype: Prototype, name: string, textOf: (self: unknown) => string): () => void {
    const original = prototype[name] as Method
    prototype[name] = function (this: unknown, ...given: unknown[]) {
      texts.push(textOf(this))
      return original.apply(this, given)
    }
    return () => {
      prototype[name] = original
    }
  }
  return {
    texts,
    stop() {
      for (const back of restore) back()
    },
  }
}

/** Returns the prototype of the statements that `openConnection` prepares. */
function statementPrototype(): Prototype {
  const { DatabaseSync } = loadSqlite()
  const database = new DatabaseSync(':memory:', { readOnly: false, timeout: 0 })
  try {
    return Object.getPrototypeOf(database.prepare('select 1')) as Prototype
  } finally {
    database.close()
  }
}

function textOfStatement(statement: unknown): string {
  return (statement as { readonly sourceSQL: string }).sourceSQL
}

function textOfQuery(query: unknown): string {
  return (query as { readonly text: string }).text
}
