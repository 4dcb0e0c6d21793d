import { setImmediate } from 'node:timers/promises'

/** Rows per chunk: larger queries block other work for too long. */
export const CHUNK = 500

/** Pages through rows by ascending id, so that changes made meanwhile do not disturb it. */
export async function* inChunks<Row extends { readonly id: number }, Item>(
  load: (after: number) => Promise<{ readonly rows: readonly Row[] }>,
  toItem: (row: Row) => Item | null,
  start = 0,
): AsyncGenerator<Item> {
  for (let after = start; ; ) {
    const { rows } = await load(after)
    for (const row of rows) {
      const item = toItem(row)
      if (item !== null) yield item
    }
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) return
    after = last.id
    await setImmediate()
  }
}
