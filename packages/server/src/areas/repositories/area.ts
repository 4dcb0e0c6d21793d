import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { repositoriesHandlers } from './handlers.ts'

export function repositoriesArea(deps: Deps): Area<'repositories'> {
  return { handlers: repositoriesHandlers(deps) }
}
