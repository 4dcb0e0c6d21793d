/**
 * Everything somebody may be allowed or refused, by what it is done to. An action has one kind of target, so
 * that nobody can ask for it with a part of the target left out.
 */

export const INSTANCE_ACTIONS = [
  'instance.manage',
  /** One's own name. */
  'profile.edit',
  'projects.list',
  'projects.create',
] as const
export type InstanceAction = (typeof INSTANCE_ACTIONS)[number]

/** Done to a project as a whole: a person's languages and namespaces do not limit them. */
export const PROJECT_ACTIONS = [
  'project.read',
  'project.manage',
  'languages.manage',
  /** Who the members are. */
  'members.read',
  'members.manage',
  'tasks.manage',
  'audit.read',
  /** Where files lie, and what does not fit them. */
  'files.read',
  'files.sync',
  'files.export',
  'sources.manage',
  'releases.publish',
  'tokens.manage',
  'webhooks.manage',
  'history.read',
] as const
export type ProjectAction = (typeof PROJECT_ACTIONS)[number]

/** Done to texts of a language and namespace, or to keys, which are in all languages. */
export const TEXT_ACTIONS = [
  'keys.edit',
  'translations.save',
  'translations.review',
  'translations.bulk',
  'suggestions.add',
  /** Accept or reject what somebody suggested. */
  'suggestions.decide',
  'comments.add',
  /** Remove what others wrote. */
  'comments.moderate',
  'files.import',
  'conflicts.resolve',
  'operations.undo',
  /** Undo what somebody else did. */
  'operations.undo-any',
] as const
export type TextAction = (typeof TEXT_ACTIONS)[number]

export type Action = InstanceAction | ProjectAction | TextAction
export const ACTIONS: readonly Action[] = [...INSTANCE_ACTIONS, ...PROJECT_ACTIONS, ...TEXT_ACTIONS]

/** Instance actions that everybody with an account may do. */
export const MEMBER_ACTIONS: ReadonlySet<Action> = new Set<InstanceAction>(['profile.edit', 'projects.list'])

export function isInstanceAction(action: Action): action is InstanceAction {
  return INSTANCE_ACTIONS.some((known) => known === action)
}

export function isTextAction(action: Action): action is TextAction {
  return TEXT_ACTIONS.some((known) => known === action)
}
