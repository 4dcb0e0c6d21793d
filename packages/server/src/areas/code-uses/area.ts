import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { codeUsesHandlers } from './handlers.ts'

export function codeUsesArea(deps: Deps): Area<'codeUses'> {
  return { handlers: codeUsesHandlers(deps) }
}
