import { NOTIFICATIONS, type NotificationKind, type NotificationSubject } from '@dragoman/core'
import type { NotificationRule } from './rule.ts'
import { followBranches } from './rules/branches.ts'
import { followComments } from './rules/comments.ts'
import { followRejections } from './rules/rejections.ts'
import { followRepositories } from './rules/repositories.ts'
import { followScheduledMoves } from './rules/scheduled-moves.ts'
import { followStrings } from './rules/strings.ts'
import { followSuggestions } from './rules/suggestions.ts'
import { followTasks } from './rules/tasks.ts'
import { followWebhooks } from './rules/webhooks.ts'

/** The rule for each thing that notifications are about; it has all of their kinds. */
export const ALL_RULES: Readonly<Record<NotificationSubject, NotificationRule>> = {
  branch: followBranches,
  comment: followComments,
  rejection: followRejections,
  repository: followRepositories,
  'scheduled-move': followScheduledMoves,
  strings: followStrings,
  suggestion: followSuggestions,
  task: followTasks,
  webhook: followWebhooks,
}

/** Returns the rule for a notification. */
export function ruleOf({ kind }: { readonly kind: NotificationKind }): NotificationRule {
  return ALL_RULES[NOTIFICATIONS[kind].about]
}
