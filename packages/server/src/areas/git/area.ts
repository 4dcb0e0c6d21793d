import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { gitHandlers } from './handlers.ts'

export function gitArea(deps: Deps): Area<'git'> {
  return { handlers: gitHandlers(deps) }
}
