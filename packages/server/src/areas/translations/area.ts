import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { editTextsJob } from './edit-texts-job.ts'
import { translationsHandlers } from './handlers.ts'

export function translationsArea(deps: Deps): Area<'translations'> {
  return { handlers: translationsHandlers(deps), jobs: [editTextsJob(deps)] }
}
