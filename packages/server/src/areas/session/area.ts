import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { sessionHandlers } from './handlers.ts'

export function sessionArea(deps: Deps): Area<'session'> {
  return { handlers: sessionHandlers(deps) }
}
