import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { textsHandlers } from './handlers.ts'

export function textsArea(deps: Deps): Area<'texts'> {
  return { handlers: textsHandlers(deps) }
}
