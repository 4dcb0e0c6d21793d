import type { Action } from './actions.ts'

/** Actions that apply to the parent project of a translation branch, never to the branch. */
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
