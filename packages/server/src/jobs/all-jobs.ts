import type { JobKindName } from '@dragoman/contract'
import { editKeysJob } from '../areas/keys/edit-keys-job.ts'
import { addLanguageJob } from '../areas/languages/add-language-job.ts'
import { reviewImportedJob } from '../areas/review/review-imported-job.ts'
import { editTextsJob } from '../areas/translations/edit-texts-job.ts'
import type { Deps } from '../deps.ts'
import { exportJob } from '../exports/export-job.ts'
import { importJob } from '../imports/import-job.ts'
import { connectFolderJob } from '../sources/folder/connect-folder-job.ts'
import { checkTextsJob } from './check-texts-job.ts'
import type { JobKind } from './job-kind.ts'
import { undoJob } from './undo-job.ts'

/** Returns the work of each kind of job. */
export function allJobs(deps: Deps): { readonly [Kind in JobKindName]: JobKind<Kind> } {
  return {
    import: importJob(deps),
    'connect-folder': connectFolderJob(deps),
    undo: undoJob(deps),
    'check-texts': checkTextsJob(deps),
    export: exportJob(deps),
    'add-language': addLanguageJob(deps),
    'edit-texts': editTextsJob(deps),
    'edit-keys': editKeysJob(deps),
    'review-imported': reviewImportedJob(deps),
  }
}
