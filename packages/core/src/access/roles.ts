import type { Action, ProjectAction, TextAction } from './actions.ts'

/** Roles of members in a project (docs/specification.md §6). */
export const PROJECT_ROLES = [
  'manager',
  'developer',
  'reviewer',
  'translator',
  'contributor',
  'viewer',
] as const
export type ProjectRole = (typeof PROJECT_ROLES)[number]

/** Roles of people who are not members of a shared project. */
export const SHARED_ROLES = ['reader', 'suggester'] as const
export type SharedRole = (typeof SHARED_ROLES)[number]
/** Returns whether a role comes from sharing, so that it is not a membership of someone's own. */
export function isSharedRole(role: string): role is SharedRole {
  return SHARED_ROLES.some((shared) => shared === role)
}

/** The people that a project is shared with. */
export const AUDIENCES = ['members', 'signed-in', 'everyone'] as const
export type Audience = (typeof AUDIENCES)[number]
/** People who can see a project in addition to its members, and whether they can suggest translations. */
export type Sharing = { readonly with: Audience; readonly role: SharedRole }

/** What visitors must provide before they suggest: nothing, an address, or a confirmed one. */
export const VISITOR_ADDRESSES = ['none', 'given', 'confirmed'] as const
export type VisitorAddress = (typeof VISITOR_ADDRESSES)[number]

/** The role of an account; a visitor has none. */
export const INSTANCE_ROLES = ['owner', 'member'] as const
export type InstanceRole = (typeof INSTANCE_ROLES)[number]

type MemberAction = ProjectAction | TextAction

const READER: readonly MemberAction[] = ['project.read']
const SUGGESTER: readonly MemberAction[] = [...READER, 'suggestions.add']
const VIEWER: readonly MemberAction[] = [...READER, 'history.read', 'files.read', 'members.read']
const CONTRIBUTOR: readonly MemberAction[] = [...VIEWER, 'suggestions.add', 'comments.add']
const TRANSLATOR: readonly MemberAction[] = [
  ...CONTRIBUTOR,
  'translations.save',
  'translations.bulk',
  'suggestions.decide',
  'operations.undo',
]
const REVIEWER: readonly MemberAction[] = [...TRANSLATOR, 'translations.review', 'tasks.manage']
const DEVELOPER: readonly MemberAction[] = [
  ...CONTRIBUTOR,
  'keys.edit',
  'files.sync',
  'files.import',
  'conflicts.resolve',
  'files.export',
  'sources.manage',
  'releases.publish',
  'tokens.manage',
  'webhooks.manage',
  'tasks.manage',
  'operations.undo',
]

/** Actions that each role allows in its project. */
export const ROLE_ACTIONS: Readonly<Record<ProjectRole | SharedRole, ReadonlySet<Action>>> = {
  reader: new Set(READER),
  suggester: new Set(SUGGESTER),
  viewer: new Set(VIEWER),
  contributor: new Set(CONTRIBUTOR),
  translator: new Set(TRANSLATOR),
  reviewer: new Set(REVIEWER),
  developer: new Set(DEVELOPER),
  manager: new Set<MemberAction>([
    ...REVIEWER,
    ...DEVELOPER,
    'project.manage',
    'languages.manage',
    'members.manage',
    'audit.read',
    'comments.moderate',
    'operations.undo-any',
  ]),
}

/** Returns the roles of members that allow an action, the highest first. */
export function rolesThatAllow(action: MemberAction): readonly ProjectRole[] {
  return PROJECT_ROLES.filter((role) => ROLE_ACTIONS[role].has(action))
}

/**
 * Returns whether limits to languages and namespaces have no effect: people who change members could lift
 * them.
 */
export function isUnlimited(role: ProjectRole | SharedRole): boolean {
  return ROLE_ACTIONS[role].has('members.manage')
}

/** Returns whether limits to languages and namespaces have an effect: not for managers, nor on people who only read. */
export function isLimitable(role: ProjectRole): boolean {
  return !isUnlimited(role) && ROLE_ACTIONS[role].has('suggestions.add')
}

/** Returns whether people with this role are usually limited to languages: they write texts, but no keys. */
export function isPerLanguage(role: ProjectRole): boolean {
  const actions = ROLE_ACTIONS[role]
  return actions.has('suggestions.add') && !actions.has('keys.edit')
}
