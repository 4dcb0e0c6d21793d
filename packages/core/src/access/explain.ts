import { type Action, INSTANCE_ACTIONS, LIMITED_ACTIONS, MEMBER_ACTIONS } from './actions.ts'
import { type InstanceRole, type ProjectRole, ROLE_ACTIONS } from './roles.ts'

/** A person's part in one project. `null` means every language, every namespace. */
export type Membership = {
  readonly role: ProjectRole
  readonly languages: ReadonlySet<string> | null
  readonly namespaces: ReadonlySet<string> | null
}

/** Who asks. Memberships are by project id. */
export type Actor = {
  readonly userId: number
  readonly instanceRole: InstanceRole
  readonly memberships: ReadonlyMap<number, Membership>
}

/** What an action is done to; what is left out does not matter for it. */
export type Target = { readonly projectId?: number; readonly language?: string; readonly namespace?: string }

/** Why something is refused. */
export type Refusal =
  | 'not-signed-in'
  | 'owner-only'
  | 'not-a-member'
  | 'role-too-low'
  | 'other-language'
  | 'other-namespace'

/** The reason an actor may not do something, or null when they may. `null` as actor: nobody is signed in. */
export function explain(actor: Actor | null, action: Action, target: Target = {}): Refusal | null {
  if (actor === null) return 'not-signed-in'
  if (actor.instanceRole === 'owner') return null
  if (INSTANCE_ACTIONS.has(action)) return MEMBER_ACTIONS.has(action) ? null : 'owner-only'
  const membership = target.projectId === undefined ? undefined : actor.memberships.get(target.projectId)
  if (membership === undefined) return 'not-a-member'
  if (!ROLE_ACTIONS[membership.role].has(action)) return 'role-too-low'
  if (!LIMITED_ACTIONS.has(action) || membership.role === 'manager') return null
  if (
    membership.languages !== null &&
    target.language !== undefined &&
    !membership.languages.has(target.language)
  )
    return 'other-language'
  if (
    membership.namespaces !== null &&
    target.namespace !== undefined &&
    !membership.namespaces.has(target.namespace)
  )
    return 'other-namespace'
  return null
}
