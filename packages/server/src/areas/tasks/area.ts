import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { followForTasks } from './follow-for-tasks.ts'
import { tasksHandlers } from './handlers.ts'

export function tasksArea(deps: Deps): Area<'tasks'> {
  const follower = followForTasks(deps)
  return {
    handlers: tasksHandlers(deps),
    subscribers: [follower],
    async start() {
      // Someone who works alone has no tasks.
      if (deps.edition.hasAccounts) await follower.start()
    },
    close: () => follower.close(),
  }
}
