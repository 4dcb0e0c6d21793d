import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { screenshotsHandlers } from './handlers.ts'

export function screenshotsArea(deps: Deps): Area<'screenshots'> {
  return { handlers: screenshotsHandlers(deps) }
}
