import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { tasksHandlers } from './handlers.ts'

export function tasksArea(deps: Deps): Area<'tasks'> {
  return { handlers: tasksHandlers(deps) }
}
