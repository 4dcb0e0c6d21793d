import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { auditHandlers } from './handlers.ts'

export function auditArea(deps: Deps): Area<'audit'> {
  return { handlers: auditHandlers(deps) }
}
