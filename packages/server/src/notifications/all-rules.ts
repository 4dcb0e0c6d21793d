import type { NotificationRule } from './rule.ts'
import { followBranches } from './rules/branches.ts'
import { followComments } from './rules/comments.ts'
import { followDecisions } from './rules/decisions.ts'
import { followRepositories } from './rules/repositories.ts'
import { followScheduledMoves } from './rules/scheduled-moves.ts'
import { followStrings } from './rules/strings.ts'
import { followTasks } from './rules/tasks.ts'
import { followWebhooks } from './rules/webhooks.ts'

export const ALL_RULES: readonly NotificationRule[] = [
  followBranches,
  followComments,
  followDecisions,
  followRepositories,
  followScheduledMoves,
  followStrings,
  followTasks,
  followWebhooks,
]
