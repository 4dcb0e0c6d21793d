import type { Action } from './actions.ts'

/** Actions that are done on the parent project of a translation branch, and never on the branch. */
export const OF_PARENT_ACTIONS: ReadonlySet<Action | 'public'> = new Set([
  'project.manage',
  'languages.manage',
  'members.manage',
  'tasks.manage',
  'sources.manage',
  'releases.publish',
  'tokens.manage',
  'webhooks.manage',
])
