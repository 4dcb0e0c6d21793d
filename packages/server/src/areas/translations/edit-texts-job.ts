import { Failure } from '@dragoman/contract'
import { projectById } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import { editJob } from '../../jobs/edit-in-steps.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import { type JobType, jobType } from '../../jobs/job-type.ts'
import { failureOfRefusals } from '../run-operation.ts'
import { type BulkAct, bulkEdit, type SelectedText } from './bulk-edit.ts'

type EditTextsPayload = {
  readonly language: string
  readonly act: BulkAct
  readonly texts: readonly SelectedText[]
}

export const EDIT_TEXTS: JobType<'edit-texts', EditTextsPayload> = jobType('edit-texts')

/** Changes many translations in steps (see `bulkEdit`). */
export function editTextsJob(deps: Pick<Deps, 'store' | 'now' | 'lastRequestMs'>): JobKind<'edit-texts'> {
  return editJob(deps, {
    type: EDIT_TEXTS,
    count: ({ texts }) => texts.length,
    async write(w, { language, act, texts }, { from, to, projectId, ...step }) {
      const project = await projectById(w, projectId)
      if (project === null) throw new Failure('gone', { what: 'project' })
      const part = { project, language, act, texts: texts.slice(from, to) }
      const { result, keptNewer, failing } = await bulkEdit(w, { ...part, ...step })
      if (!result.ok) throw failureOfRefusals(result.refusals)
      return { operationId: result.operationId, keptNewer, left: failing }
    },
  })
}
