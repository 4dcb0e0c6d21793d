import { type AuditFilter, type AuditRow, listAudit, type Store } from '@dragoman/store'
import { csvCell } from './csv-cell.ts'

export type AuditFormat = 'csv' | 'jsonl'

const ROWS_AT_ONCE = 500
const COLUMNS = ['at', 'kind', 'project', 'who', 'name', 'address', 'token', 'target', 'details'] as const

/** Returns all entries that match a filter, newest first, as a stream that reads them as it goes. */
export function auditAsText(
  store: Store,
  filter: AuditFilter,
  { format, show }: { readonly format: AuditFormat; readonly show: (row: AuditRow) => AuditRow },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  let cursor: string | null = null
  let isFirst = true
  return new ReadableStream({
    async pull(controller) {
      const head = isFirst && format === 'csv' ? `${COLUMNS.join(',')}\r\n` : ''
      isFirst = false
      const page = await store.read((r) => listAudit(r, { ...filter, cursor, limit: ROWS_AT_ONCE }))
      cursor = page.next
      controller.enqueue(
        encoder.encode(
          head +
            page.rows
              .map(show)
              .map(format === 'csv' ? csvLine : jsonLine)
              .join(''),
        ),
      )
      if (cursor === null) controller.close()
    },
  })
}

function jsonLine(row: AuditRow): string {
  const { projectId: _, projectName: __, ...shown } = row
  return `${JSON.stringify(shown)}\n`
}

function csvLine({ at, kind, project, actor, address, tokenId, target, details }: AuditRow): string {
  const cells = [at, kind, project, actor?.id, actor?.name, address, tokenId, target, JSON.stringify(details)]
  return `${cells.map(csvCell).join(',')}\r\n`
}
