import { markdownTable } from '../corpus/markdown-table.ts'
import { median } from '../statistics.ts'
import type { PeerRow } from './measure-peers.ts'

const OWN = 'Dragoman'
const TOOLKIT = 'Translate Toolkit'

/** Returns a row for each folder: Dragoman, common libraries, Translate Toolkit. */
export function peerTable(rows: readonly PeerRow[]): string {
  const folders = [...new Set(rows.map((row) => row.folder))].sort()
  return markdownTable(
    ['folder', 'files', 'Dragoman', 'the usual library', 'Translate Toolkit'],
    folders.map((folder) => {
      const own = rows.filter((row) => row.folder === folder)
      const of = (program: string) => own.filter((row) => row.program === program).map(outcome)
      const libraries = own.filter((row) => row.program !== OWN && row.program !== TOOLKIT)
      return [
        folder,
        `${own[0]?.files ?? 0}`,
        of(OWN).join(''),
        libraries.map((row) => `${row.program}: ${outcome(row)}`).join('<br>') || '—',
        of(TOOLKIT).join('') || '—',
      ]
    }),
  )
}

function outcome({ files, same, failed, changes }: PeerRow): string {
  const unreadable = failed > 0 ? `, ${failed} not read` : ''
  const lines = changes.length === 0 ? '' : `; ${median(changes)} (${Math.max(...changes)})`
  return `${same} of ${files}${unreadable}${lines}`
}
