import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { adminHandlers } from './handlers.ts'

export function adminArea(deps: Deps): Area<'admin'> {
  return {
    handlers: adminHandlers(deps),
    start: async () => deps.backups.start(),
  }
}
