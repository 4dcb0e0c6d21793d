import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { importsHandlers } from './handlers.ts'

export function importsArea(deps: Deps): Area<'imports'> {
  return {
    handlers: importsHandlers(deps),
    start: deps.uploads.sweep,
  }
}
