/** Everything an actor can be allowed to do. Each route of the contract names one of these, or is public. */
export const ACTIONS = [
  'projects.list',
  'projects.create',
  'project.read',
  'project.manage',
  'languages.edit',
  'keys.edit',
  'translations.save',
  'translations.review',
  'files.import',
  'files.sync',
  'sources.edit',
  'operations.undo',
  'instance.manage',
] as const
export type Action = (typeof ACTIONS)[number]
