import type { InternalChange } from './change.ts'

/** Changes processed together: this limits memory, and how long other work waits. */
const CHUNK = 250

/** Changes that need the database to contain all earlier ones get a chunk of their own. */
function needsOwnChunk(change: InternalChange): boolean {
  return (
    change.kind === 'add-language' ||
    change.kind === 'remove-language' ||
    (change.kind === 'add-key' && change.after !== undefined)
  )
}

/** Yields the changes of an operation in chunks; `more`: others follow. */
export async function* changeChunks(
  changes: Iterable<InternalChange> | AsyncIterable<InternalChange>,
): AsyncGenerator<{ readonly changes: readonly InternalChange[]; readonly more: boolean }> {
  let ready: InternalChange[] = []
  let open: InternalChange[] = []
  const take = Symbol.asyncIterator in changes ? changes : fromSync(changes)
  for await (const change of take) {
    if (open.length > 0 && (open.length === CHUNK || needsOwnChunk(change) || open.some(needsOwnChunk))) {
      if (ready.length > 0) yield { changes: ready, more: true }
      ready = open
      open = []
    }
    open.push(change)
  }
  if (ready.length > 0) yield { changes: ready, more: open.length > 0 }
  if (open.length > 0) yield { changes: open, more: false }
}

async function* fromSync<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items
}
