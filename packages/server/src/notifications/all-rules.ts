import type { NotificationRule } from './rule.ts'
import { followComments } from './rules/comments.ts'
import { followDecisions } from './rules/decisions.ts'
import { followStrings } from './rules/strings.ts'
import { followTasks } from './rules/tasks.ts'

export const ALL_RULES: readonly NotificationRule[] = [
  followComments,
  followDecisions,
  followStrings,
  followTasks,
]
