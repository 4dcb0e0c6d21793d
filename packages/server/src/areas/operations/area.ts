import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { operationsHandlers } from './handlers.ts'

export function operationsArea(deps: Deps): Area<'operations'> {
  return {
    handlers: operationsHandlers(deps),
  }
}
