import type { Deps } from '../deps.ts'
import { importJob } from '../imports/import-job.ts'
import { connectFolderJob } from '../sources/folder/connect-folder-job.ts'
import type { JobKind } from './job-kind.ts'
import { undoJob } from './undo-job.ts'

/** Every kind of job there is. */
export function allJobKinds(deps: Deps): readonly JobKind[] {
  return [importJob(deps), connectFolderJob(deps), undoJob(deps)]
}
