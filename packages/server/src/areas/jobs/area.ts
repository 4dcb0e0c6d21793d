import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { jobsHandlers } from './handlers.ts'

export function jobsArea(deps: Deps): Area<'jobs'> {
  return {
    handlers: jobsHandlers(deps),
    subscribers: [deps.jobs],
  }
}
