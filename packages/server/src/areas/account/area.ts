import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { accountHandlers } from './handlers.ts'

export function accountArea(deps: Deps): Area<'account'> {
  return { handlers: accountHandlers(deps) }
}
