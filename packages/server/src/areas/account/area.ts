import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { accountHandlers } from './handlers.ts'
import { resetRequests } from './reset-handlers.ts'

export function accountArea(deps: Deps): Area<'account'> {
  const requests = resetRequests(deps)
  return {
    handlers: accountHandlers(deps, requests),
    start: async () => requests.start(),
    close: requests.close,
  }
}
