import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { translationsHandlers } from './handlers.ts'

export function translationsArea(deps: Deps): Area<'translations'> {
  return { handlers: translationsHandlers(deps) }
}
