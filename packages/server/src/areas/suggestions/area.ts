import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { suggestionsHandlers } from './handlers.ts'

export function suggestionsArea(deps: Deps): Area<'suggestions'> {
  return { handlers: suggestionsHandlers(deps) }
}
