import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { undoJob } from '../../jobs/undo-job.ts'
import { operationsHandlers } from './handlers.ts'

export function operationsArea(deps: Deps): Area<'operations'> {
  return {
    handlers: operationsHandlers(deps),
    jobs: [undoJob(deps)],
  }
}
