import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { invitationsHandlers } from './handlers.ts'

export function invitationsArea(deps: Deps): Area<'invitations'> {
  return { handlers: invitationsHandlers(deps) }
}
