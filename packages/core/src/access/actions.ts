/**
 * Everything that can be allowed or refused, by kind of target. Each action has one kind of target, so that
 * callers cannot omit part of it.
 */

export const INSTANCE_ACTIONS = [
  'instance.manage',
  /** The person's own name. */
  'profile.edit',
  'projects.list',
  'projects.create',
] as const
export type InstanceAction = (typeof INSTANCE_ACTIONS)[number]

/** Actions on a project as a whole: limits to languages and namespaces apply to some of them only. */
export const PROJECT_ACTIONS = [
  'project.read',
  'project.manage',
  'languages.manage',
  /** The list of members. */
  'members.read',
  'members.manage',
  'audit.read',
  /** The locations of files, and the texts that they cannot store. */
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

/** Project actions that change nothing. */
export const READING_ACTIONS: ReadonlySet<Action> = new Set<ProjectAction>([
  'project.read',
  'members.read',
  'audit.read',
  'files.read',
  'history.read',
])

/**
 * Project actions that concern the texts of all languages and namespaces; limits to some of them refuse
 * these.
 */
export const ALL_TEXTS_ACTIONS: ReadonlySet<Action> = new Set<ProjectAction>([
  'languages.manage',
  'files.sync',
  'files.export',
  'sources.manage',
  'releases.publish',
])

/** Actions on texts of a language and namespace, or on keys, which exist in all languages. */
export const TEXT_ACTIONS = [
  'keys.edit',
  'translations.save',
  'translations.review',
  'translations.bulk',
  'suggestions.add',
  /** Accept or reject suggestions. */
  'suggestions.decide',
  'comments.add',
  /** Remove comments of others. */
  'comments.moderate',
  /** Create and change tasks with these texts. */
  'tasks.manage',
  'files.import',
  'conflicts.resolve',
  'operations.undo',
  /** Undo operations of others. */
  'operations.undo-any',
] as const
export type TextAction = (typeof TEXT_ACTIONS)[number]

/** Returns whether an action on texts concerns all languages, because keys exist in all of them. */
export function isInAllLanguages(action: Action): boolean {
  return action === 'keys.edit'
}

export type Action = InstanceAction | ProjectAction | TextAction
export const ACTIONS: readonly Action[] = [...INSTANCE_ACTIONS, ...PROJECT_ACTIONS, ...TEXT_ACTIONS]

/** Instance actions that are allowed for everyone with an account. */
export const MEMBER_ACTIONS: ReadonlySet<Action> = new Set<InstanceAction>(['profile.edit', 'projects.list'])

export function isInstanceAction(action: Action): action is InstanceAction {
  return INSTANCE_ACTIONS.some((known) => known === action)
}

export function isTextAction(action: Action): action is TextAction {
  return TEXT_ACTIONS.some((known) => known === action)
}
