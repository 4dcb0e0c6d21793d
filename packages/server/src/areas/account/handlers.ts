import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { addressHandlers } from './address-handlers.ts'
import { passkeyHandlers } from './passkey-handlers.ts'
import { passwordHandlers } from './password-handlers.ts'
import { pictureHandlers } from './picture-handlers.ts'
import { profileHandlers } from './profile-handlers.ts'
import { proofHandlers } from './proof-handlers.ts'
import { resetHandlers, type resetRequests } from './reset-handlers.ts'
import { secondFactorHandlers } from './second-factor-handlers.ts'
import { sessionListHandlers } from './session-list-handlers.ts'

/** Handlers for people's own accounts. */
export function accountHandlers(deps: Deps, requests: ReturnType<typeof resetRequests>): Handlers['account'] {
  return {
    ...profileHandlers(deps),
    ...addressHandlers(deps),
    ...pictureHandlers(deps),
    ...passwordHandlers(deps),
    ...resetHandlers(deps, requests),
    ...sessionListHandlers(deps),
    ...proofHandlers(deps),
    ...secondFactorHandlers(deps),
    ...passkeyHandlers(deps),
  }
}
