import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { keysHandlers } from './handlers.ts'

export function keysArea(deps: Deps): Area<'keys'> {
  return { handlers: keysHandlers(deps) }
}
