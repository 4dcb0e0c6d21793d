import { LARGE_EDIT } from './edit-in-steps.ts'
import { openPace } from './pace.ts'

/**
 * Writes many items of one request, in their order: up to `LARGE_EDIT` in one transaction, more in short ones, so that
 * the saves of others are not delayed. `write` opens the transaction.
 */
export async function writeInSteps<Item>(
  items: readonly Item[],
  lastRequestMs: () => number,
  write: (part: readonly Item[]) => Promise<void>,
): Promise<void> {
  if (items.length <= LARGE_EDIT) return write(items)
  const pace = openPace(lastRequestMs)
  for (let from = 0; from < items.length; ) {
    if (from > 0) await pace.rest()
    const part = items.slice(from, from + pace.size())
    const startMs = performance.now()
    await write(part)
    pace.took(performance.now() - startMs)
    from += part.length
  }
}
