import type { Action, ProjectAction, TextAction } from './actions.ts'

/** What a member may be in a project (docs/specification.md §6). */
export const PROJECT_ROLES = [
  'manager',
  'developer',
  'reviewer',
  'translator',
  'contributor',
  'viewer',
] as const
export type ProjectRole = (typeof PROJECT_ROLES)[number]

export const INSTANCE_ROLES = ['owner', 'member'] as const
export type InstanceRole = (typeof INSTANCE_ROLES)[number]

type MemberAction = ProjectAction | TextAction

const VIEWER: readonly MemberAction[] = ['project.read', 'history.read']
const CONTRIBUTOR: readonly MemberAction[] = [...VIEWER, 'suggestions.add', 'comments.add']
const TRANSLATOR: readonly MemberAction[] = [
  ...CONTRIBUTOR,
  'translations.save',
  'translations.bulk',
  'operations.undo',
]
const REVIEWER: readonly MemberAction[] = [...TRANSLATOR, 'translations.review']
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
  'operations.undo',
]

/** What each role may do in its project. */
export const ROLE_ACTIONS: Readonly<Record<ProjectRole, ReadonlySet<Action>>> = {
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
    'operations.undo-any',
  ]),
}
