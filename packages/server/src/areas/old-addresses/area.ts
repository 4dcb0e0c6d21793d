import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { oldAddressesHandlers } from './handlers.ts'

export function oldAddressesArea(deps: Deps): Area<'oldAddresses'> {
  return { handlers: oldAddressesHandlers(deps) }
}
