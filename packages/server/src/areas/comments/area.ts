import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { commentsHandlers } from './handlers.ts'

export function commentsArea(deps: Deps): Area<'comments'> {
  return { handlers: commentsHandlers(deps) }
}
