import type { SourceReply } from '@dragoman/contract'
import type { SourceRow } from '@dragoman/store'
import type { Deps } from '../../deps.ts'

export function presentSource({ sources }: Pick<Deps, 'sources'>, row: SourceRow): SourceReply {
  const { id, kind, pattern, format, writable, createdAt } = row
  const place =
    row.kind === 'folder'
      ? { folder: row.folder, repository: null, branch: null }
      : { folder: null, repository: row.repository, branch: row.branch }
  return { id, kind, ...place, pattern, format, writable, watching: sources.isWatching(id), createdAt }
}
