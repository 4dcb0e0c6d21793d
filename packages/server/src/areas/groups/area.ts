import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { groupsHandlers } from './handlers.ts'

export function groupsArea(deps: Deps): Area<'groups'> {
  return { handlers: groupsHandlers(deps) }
}
