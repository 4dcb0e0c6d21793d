import { type InstanceAction, MEMBER_ACTIONS, type ProjectAction, type TextAction } from './actions.ts'
import type { Actor } from './actor.ts'
import { type InstanceRole, type ProjectRole, ROLE_ACTIONS } from './roles.ts'

/** A person's part in one project. `null` means every language, every namespace. */
export type Membership = {
  readonly role: ProjectRole
  readonly languages: ReadonlySet<string> | null
  readonly namespaces: ReadonlySet<string> | null
}

/** A person who asks, with what decides what they may. Memberships are by project id. */
export type Principal = Actor & {
  readonly instanceRole: InstanceRole
  readonly memberships: ReadonlyMap<number, Membership>
}

/** What an action is done to. */
export type OnInstance = { readonly on: 'instance' }
export type OnProject = { readonly on: 'project'; readonly projectId: number }
/** `null`: all languages, all namespaces; a person limited to some may not do that. */
export type OnText = {
  readonly on: 'text'
  readonly projectId: number
  readonly language: string | null
  readonly namespace: string | null
}

/** An action with the target that it has: each action has one kind of it. */
export type Question =
  | readonly [action: InstanceAction, target: OnInstance]
  | readonly [action: ProjectAction, target: OnProject]
  | readonly [action: TextAction, target: OnText]

/** Why something is refused. */
export type AccessRefusal =
  | 'not-signed-in'
  | 'owner-only'
  | 'not-a-member'
  | 'role-too-low'
  | 'other-language'
  | 'other-namespace'

/** The reason somebody may not do something, or null when they may. `null`: nobody is signed in. */
export function explain(principal: Principal | null, ...[action, target]: Question): AccessRefusal | null {
  if (principal === null) return 'not-signed-in'
  if (principal.instanceRole === 'owner') return null
  if (target.on === 'instance') return MEMBER_ACTIONS.has(action) ? null : 'owner-only'
  const membership = principal.memberships.get(target.projectId)
  if (membership === undefined) return 'not-a-member'
  if (!ROLE_ACTIONS[membership.role].has(action)) return 'role-too-low'
  if (target.on === 'project' || membership.role === 'manager') return null
  if (!isWithin(membership.languages, target.language)) return 'other-language'
  if (!isWithin(membership.namespaces, target.namespace)) return 'other-namespace'
  return null
}

function isWithin(limit: ReadonlySet<string> | null, asked: string | null): boolean {
  return limit === null || (asked !== null && limit.has(asked))
}

/**
 * The reason somebody may do an action to no text of a project at all, or null where there are texts they may
 * do it to: asked before it is known which texts are meant.
 */
export function explainForSomeText(
  principal: Principal | null,
  action: TextAction,
  projectId: number,
): AccessRefusal | null {
  const membership = principal?.memberships.get(projectId)
  const [language = null] = membership?.languages ?? []
  const [namespace = null] = membership?.namespaces ?? []
  return explain(principal, action, { on: 'text', projectId, language, namespace })
}
