import { formatById } from '@dragoman/formats'
import { openSourceFiles } from '../sources/open-source-files.ts'
import { draftSync as draft } from '../sync/run/draft-sync.ts'
import type { DraftRequest, SyncDraft } from '../sync/run/sync-draft.ts'
import type { TaskContext } from './tasks.ts'

/** Reads, merges and splices the files of a batch (`sync/run/draft-sync.ts`). */
export async function draftSync({ r }: TaskContext, request: DraftRequest): Promise<SyncDraft | null> {
  const { source } = request
  const format = formatById(source.format)
  if (format === null) throw new Error(`The format ${source.format} of source ${source.id} is not known`)
  return draft({ read: (job) => job(r), files: openSourceFiles(source), format }, request)
}
