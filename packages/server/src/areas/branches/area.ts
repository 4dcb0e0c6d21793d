import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { openParentFollower } from './follow-parents.ts'
import { branchesHandlers } from './handlers.ts'

export function branchesArea(deps: Deps): Area<'branches'> {
  const follower = openParentFollower(deps)
  return {
    handlers: branchesHandlers(deps),
    subscribers: [follower],
    start: async () => follower.onGap(null),
    close: follower.close,
  }
}
