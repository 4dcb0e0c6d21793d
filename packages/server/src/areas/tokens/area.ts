import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { tokensHandlers } from './handlers.ts'

export function tokensArea(deps: Deps): Area<'tokens'> {
  return { handlers: tokensHandlers(deps) }
}
