import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { reviewHandlers } from './handlers.ts'

export function reviewArea(deps: Deps): Area<'review'> {
  return { handlers: reviewHandlers(deps) }
}
