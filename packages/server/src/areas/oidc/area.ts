import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { oidcHandlers } from './handlers.ts'
import { sealStoredSecret } from './kept-provider.ts'

/** Sign-in with an identity provider. */
export function oidcArea(deps: Deps): Area<'oidc'> {
  return { handlers: oidcHandlers(deps), start: () => sealStoredSecret(deps) }
}
