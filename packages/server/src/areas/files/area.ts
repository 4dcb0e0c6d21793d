import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { filesHandlers } from './handlers.ts'

export function filesArea(deps: Deps): Area<'files'> {
  return {
    handlers: filesHandlers(deps),
    start: deps.archives.sweep,
  }
}
