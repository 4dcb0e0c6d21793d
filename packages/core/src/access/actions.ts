/**
 * Everything somebody may be allowed or refused. Those of `INSTANCE_ACTIONS` concern the whole instance, all
 * others one project.
 */
export const ACTIONS = [
  'instance.manage',
  /** One's own name. */
  'profile.edit',
  'projects.list',
  'projects.create',
  'project.read',
  'project.manage',
  'languages.manage',
  'members.manage',
  'keys.edit',
  'translations.save',
  'translations.review',
  'translations.bulk',
  'suggestions.add',
  'comments.add',
  'files.sync',
  'files.import',
  'files.export',
  'sources.manage',
  'releases.publish',
  'tokens.manage',
  'webhooks.manage',
  'history.read',
  'operations.undo',
  /** Undo what somebody else did. */
  'operations.undo-any',
] as const
export type Action = (typeof ACTIONS)[number]

export const INSTANCE_ACTIONS: ReadonlySet<Action> = new Set<Action>([
  'instance.manage',
  'profile.edit',
  'projects.list',
  'projects.create',
])

/** Instance actions that everybody with an account may do. */
export const MEMBER_ACTIONS: ReadonlySet<Action> = new Set<Action>(['profile.edit', 'projects.list'])

/** Actions that a person's languages and namespaces limit. */
export const LIMITED_ACTIONS: ReadonlySet<Action> = new Set<Action>([
  'translations.save',
  'translations.review',
  'translations.bulk',
  'suggestions.add',
])
