import { markdownTable } from '../corpus/markdown-table.ts'
import type { Times } from './time-of-reading.ts'

/** The measurements of one format. Seconds and bytes. */
export type SpeedRow = Readonly<Times> & {
  readonly format: string
  readonly bytes: number
  readonly library: string | null
  readonly toolkit: { readonly read: number; readonly write: number } | null
  readonly msgcat: number | null
  readonly memory: { readonly peak: number; readonly kept: number }
}

/** Returns a row for each format, with speeds in MB/s of the file. */
export function speedTable(rows: readonly SpeedRow[]): string {
  return markdownTable(
    [
      'format',
      'MB',
      'read',
      'one edit',
      'library: read',
      'write',
      'Translate Toolkit: read',
      'write',
      'our time ÷ the parser’s',
      'times faster than the Toolkit',
      'memory ÷ file',
    ],
    rows.map((row) => {
      const speed = (seconds: number) =>
        Number.isFinite(seconds) ? String(Number((row.bytes / 1e6 / seconds).toPrecision(2))) : '—'
      const ratio = (times: number, isMet: boolean) => (isMet ? times.toFixed(1) : `**${times.toFixed(1)}**`)
      const slower = row.read / row.parse
      const faster =
        row.toolkit === null ? null : (row.toolkit.read + row.toolkit.write) / (row.read + row.edit)
      const memory = row.memory.peak / row.bytes
      return [
        row.format,
        (row.bytes / 1e6).toFixed(1),
        speed(row.read),
        speed(row.edit),
        row.library === null ? '—' : `${row.library}: ${speed(row.parse)}`,
        row.library === null ? '—' : speed(row.write),
        row.toolkit === null ? '—' : speed(row.toolkit.read),
        row.toolkit === null ? '—' : speed(row.toolkit.write),
        row.library === null ? '—' : ratio(slower, slower <= 3),
        faster === null ? '—' : ratio(faster, faster >= 10),
        ratio(memory, memory <= 12),
      ]
    }),
  )
}
