import { setImmediate } from 'node:timers/promises'

/** Rows per chunk: larger queries block other work for too long. */
export const CHUNK = 500

/** What a row is read as; null: nothing. */
export type RowItem<Item> = { readonly id: number; readonly item: Item | null }

/** Pages through rows by ascending id, so that changes made meanwhile do not disturb it. */
export async function* inChunks<Row extends { readonly id: number }, Item>(
  load: (after: number) => Promise<{ readonly rows: readonly Row[] }>,
  toItem: (row: Row) => Item | null,
  start = 0,
): AsyncGenerator<RowItem<Item>> {
  for (let after = start; ; ) {
    const { rows } = await load(after)
    for (const row of rows) yield { id: row.id, item: toItem(row) }
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) return
    after = last.id
    await setImmediate()
  }
}
