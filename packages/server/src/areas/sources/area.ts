import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { sourcesHandlers } from './handlers.ts'

export function sourcesArea(deps: Deps): Area<'sources'> {
  return {
    handlers: sourcesHandlers(deps),
    subscribers: [deps.sources],
    start: deps.sources.start,
  }
}
