import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { projectsHandlers } from './handlers.ts'

export function projectsArea(deps: Deps): Area<'projects'> {
  return {
    handlers: projectsHandlers(deps),
  }
}
