import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { membersHandlers } from './handlers.ts'

export function membersArea(deps: Deps): Area<'members'> {
  return { handlers: membersHandlers(deps) }
}
