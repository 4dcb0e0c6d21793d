import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { editingHandlers } from './handlers.ts'

export function editingArea(deps: Deps): Area<'editing'> {
  return { handlers: editingHandlers(deps) }
}
