import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { openScheduledMoves } from '../../scheduled-moves/open-scheduled-moves.ts'
import { releasesHandlers } from './handlers.ts'

export function releasesArea(deps: Deps): Area<'releases'> {
  const scheduled = openScheduledMoves(deps)
  return {
    handlers: releasesHandlers(deps),
    subscribers: [scheduled],
    start: async () => scheduled.start(),
    close: scheduled.close,
  }
}
