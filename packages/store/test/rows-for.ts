import type { TableShape } from '../src/copy/table-shapes.ts'

export const TEXTS = ['', 'Grüße', 'a "b" \\ {c}, NULL', '😀 ﷺ \u0000 \u2028', 'Zebra', 'ändern', 'aal']

/** The first id of the rows: above the ids of the project with texts. */
export const OTHER_IDS = 50_000_000

/** Returns rows for every table, which refer to each other by their ids. */
export function rowsFor({ name, columns, key }: TableShape): unknown[][] {
  return TEXTS.map((text, index) =>
    columns.map(([column, type]) => {
      if (type === 'bigint') return index + OTHER_IDS
      if (type === 'bytea')
        return Buffer.from(Array.from({ length: 300 }, (_, at) => (at * (index + 7)) % 256))
      const isReference = name === 'session_identity' && column === 'session_hash'
      return key.includes(column) || /slug|hash|dedupe|message_id|lookup/.test(column) || isReference
        ? `${column === 'name' ? text.replace('\0', '') : ''}${column === 'session_hash' ? 'id_hash' : column} ${index}`
        : text
    }),
  )
}
