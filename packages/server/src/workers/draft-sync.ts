import { formatById } from '@dragoman/formats'
import { openGit } from '../git/run-git.ts'
import { openFolderFiles } from '../sources/folder/folder-files.ts'
import type { GitSnapshot } from '../sources/git/read/git-files.ts'
import { openGitReading } from '../sources/git/read/git-reading.ts'
import { draftSync as draft } from '../sync/run/draft-sync.ts'
import type { DraftAccess, DraftRequest, SyncDraft } from '../sync/run/sync-draft.ts'
import type { TaskContext } from './tasks.ts'

export type DraftTask = { readonly draft: DraftRequest; readonly snapshot: GitSnapshot | null }

/** Reads, merges and splices the files of a batch (`sync/run/draft-sync.ts`). */
export async function draftSync(
  { r }: TaskContext,
  { draft: request, snapshot }: DraftTask,
): Promise<SyncDraft | null> {
  const { source } = request
  const format = formatById(source.format)
  if (format === null) throw new Error(`The format ${source.format} of source ${source.id} is not known`)
  const read: DraftAccess['read'] = (job) => job(r)
  if (source.kind === 'folder') return draft({ read, files: openFolderFiles(source), format }, request)
  if (snapshot === null) throw new Error(`Nothing is known of the files of source ${source.id}`)
  const git = openGit({ searchPath: snapshot.searchPath })
  const files = openGitReading({ git, snapshot: () => snapshot, read })
  await files.preload(request.paths)
  return draft({ read, files, format }, request)
}
