import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { namespacesHandlers } from './handlers.ts'

export function namespacesArea(deps: Deps): Area<'namespaces'> {
  return { handlers: namespacesHandlers(deps) }
}
