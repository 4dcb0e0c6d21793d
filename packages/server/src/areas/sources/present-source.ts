import type { SourceReply } from '@dragoman/contract'
import { nameOfPath } from '@dragoman/core'
import type { SourceRow } from '@dragoman/store'
import { seesPaths } from '../../access/sees-paths.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'

/** Where folders are on the server is shown to owners only; others see their names. */
export function presentSource(
  { sources }: Pick<Deps, 'sources'>,
  row: SourceRow,
  caller: Pick<Caller, 'actor'>,
): SourceReply {
  const { id, kind, pattern, format, writable, createdAt } = row
  const place =
    row.kind === 'folder'
      ? {
          folder: seesPaths(caller) ? row.folder : nameOfPath(row.folder),
          repository: null,
          branch: null,
        }
      : { folder: null, repository: row.repository, branch: row.branch }
  return { id, kind, ...place, pattern, format, writable, watching: sources.isWatching(row), createdAt }
}
