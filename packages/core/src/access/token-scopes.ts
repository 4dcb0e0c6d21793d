import {
  type Action,
  INSTANCE_ACTIONS,
  type InstanceAction,
  PROJECT_ACTIONS,
  type ProjectAction,
  TEXT_ACTIONS,
  type TextAction,
} from './actions.ts'

/** Scopes of tokens. A token never allows more than its owner can do. */
export const TOKEN_SCOPES = ['read', 'suggest', 'write', 'review', 'files', 'admin', 'deliver'] as const
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

/** Actions of each scope; all scopes except `deliver` allow reading. */
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
  // Only for loading delivered files, which is not an action: such a token can be part of a published app.
  deliver: new Set(),
  // People manage their own account in a session, never with a token.
  admin: new Set<Action>(
    [...INSTANCE_ACTIONS, ...PROJECT_ACTIONS, ...TEXT_ACTIONS].filter((action) => action !== 'profile.edit'),
  ),
}

/** Returns whether a token can only load delivered files. */
export function isForDeliveryOnly(scopes: ReadonlySet<TokenScope>): boolean {
  return scopes.size === 1 && scopes.has('deliver')
}

/** Returns whether these scopes include an action. */
export function isInScope(scopes: ReadonlySet<TokenScope>, action: Action): boolean {
  for (const scope of scopes) if (SCOPE_ACTIONS[scope].has(action)) return true
  return false
}
