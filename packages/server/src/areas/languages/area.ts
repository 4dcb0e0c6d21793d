import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { languagesHandlers } from './handlers.ts'

export function languagesArea(deps: Deps): Area<'languages'> {
  return {
    handlers: languagesHandlers(deps),
  }
}
