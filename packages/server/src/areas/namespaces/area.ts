import type { Area } from '../../area.ts'
import { namespacesHandlers } from './handlers.ts'

export function namespacesArea(): Area<'namespaces'> {
  return { handlers: namespacesHandlers() }
}
