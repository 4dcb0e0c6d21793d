import {
  type Action,
  INSTANCE_ACTIONS,
  type InstanceAction,
  PROJECT_ACTIONS,
  type ProjectAction,
  TEXT_ACTIONS,
  type TextAction,
} from './actions.ts'

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

/**
 * Scopes of tokens with their actions; all scopes except `deliver` allow reading. A token never allows more than its
 * owner can do.
 */
export const SCOPE_ACTIONS = {
  read: actions(READ),
  suggest: actions(READ, SUGGEST),
  write: actions(READ, WRITE),
  review: actions(READ, WRITE, ['translations.review']),
  files: actions(READ, [
    'files.sync',
    'files.export',
    'files.import',
    'sources.manage',
    'conflicts.resolve',
    'keys.edit',
    'releases.publish',
  ]),
  // People manage their own account in a session, never with a token.
  admin: actions(
    INSTANCE_ACTIONS.filter((action) => action !== 'profile.edit'),
    PROJECT_ACTIONS,
    TEXT_ACTIONS,
  ),
  // Only for loading delivered files, which is not an action: such a token can be part of a published app.
  deliver: actions(),
}
export type TokenScope = keyof typeof SCOPE_ACTIONS
export const TOKEN_SCOPES = Object.keys(SCOPE_ACTIONS) as readonly TokenScope[] // has no other keys

function actions(...lists: readonly (readonly Action[])[]): ReadonlySet<Action> {
  return new Set(lists.flat())
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
