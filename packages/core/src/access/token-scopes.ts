import {
  type Action,
  INSTANCE_ACTIONS,
  type InstanceAction,
  PROJECT_ACTIONS,
  type ProjectAction,
  TEXT_ACTIONS,
  type TextAction,
} from './actions.ts'

/** What a token may be given. It never may more than the person who made it. */
export const TOKEN_SCOPES = ['read', 'suggest', 'write', 'review', 'files', 'admin'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

const READ: readonly (InstanceAction | ProjectAction | TextAction)[] = [
  'projects.list',
  'project.read',
  'history.read',
  'files.read',
  'members.read',
]
const SUGGEST: readonly TextAction[] = ['suggestions.add', 'comments.add']
const WRITE: readonly TextAction[] = [
  ...SUGGEST,
  'keys.edit',
  'translations.save',
  'translations.bulk',
  'suggestions.decide',
  'operations.undo',
]

/** Actions of each scope; every scope may read. */
export const SCOPE_ACTIONS: Readonly<Record<TokenScope, ReadonlySet<Action>>> = {
  read: new Set(READ),
  suggest: new Set([...READ, ...SUGGEST]),
  write: new Set([...READ, ...WRITE]),
  review: new Set<Action>([...READ, ...WRITE, 'translations.review']),
  files: new Set<Action>([
    ...READ,
    'files.sync',
    'files.export',
    'files.import',
    'sources.manage',
    'conflicts.resolve',
    'keys.edit',
    'releases.publish',
  ]),
  // A person looks after their own account in a session, never with a token.
  admin: new Set<Action>(
    [...INSTANCE_ACTIONS, ...PROJECT_ACTIONS, ...TEXT_ACTIONS].filter((action) => action !== 'profile.edit'),
  ),
}

/** Whether a token with these scopes may do an action at all. */
export function isInScope(scopes: ReadonlySet<TokenScope>, action: Action): boolean {
  for (const scope of scopes) if (SCOPE_ACTIONS[scope].has(action)) return true
  return false
}
