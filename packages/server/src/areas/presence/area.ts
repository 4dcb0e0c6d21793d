import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { presenceHandlers } from './handlers.ts'

export function presenceArea(deps: Deps): Area<'presence'> {
  return { handlers: presenceHandlers(deps) }
}
