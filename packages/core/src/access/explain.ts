import { type InstanceAction, MEMBER_ACTIONS, type ProjectAction, type TextAction } from './actions.ts'
import type { Actor } from './actor.ts'
import { type InstanceRole, type ProjectRole, ROLE_ACTIONS, type SharedRole } from './roles.ts'
import { isInScope, type TokenScope } from './token-scopes.ts'

/** One way in which somebody has a part in a project. `null` means every language, every namespace. */
export type Membership = {
  readonly role: ProjectRole | SharedRole
  readonly languages: ReadonlySet<string> | null
  readonly namespaces: ReadonlySet<string> | null
  /** The group that carries it; null: the person's own, or that of everybody with whom a project is shared. */
  readonly groupId: number | null
}

/** What a token leaves of the rights of who made it. */
export type TokenLimits = {
  readonly tokenId: number
  readonly scopes: ReadonlySet<TokenScope>
  /** Null: every project of the person. */
  readonly projectId: number | null
  readonly languages: ReadonlySet<string> | null
}

/**
 * Somebody who asks, with what decides what they may. Memberships are by project id: their own, those of their
 * groups, and what a shared project gives to everybody; one that allows is enough.
 */
export type Principal = Actor & {
  /** `visitor`: nobody is signed in. */
  readonly instanceRole: InstanceRole | 'visitor'
  readonly memberships: ReadonlyMap<number, readonly Membership[]>
  /** Null: asks for themselves, with a session. */
  readonly token: TokenLimits | null
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

/** Why something is refused, from the farthest to the nearest to being allowed. */
export const ACCESS_REFUSALS = [
  'not-signed-in',
  'owner-only',
  'not-a-member',
  'role-too-low',
  'other-language',
  'other-namespace',
  'token-project',
  'token-scope',
  'token-language',
  /** The project wants somebody else to review it (docs/decisions/0051). */
  'own-work',
  /** Only who wrote it may. */
  'not-own',
] as const
export type AccessRefusal = (typeof ACCESS_REFUSALS)[number]

/** The reason somebody may not do something, or null when they may. `null`: nobody is signed in. */
export function explain(principal: Principal | null, ...question: Question): AccessRefusal | null {
  if (principal === null) return 'not-signed-in'
  const refusal = explainPerson(principal, question)
  if (refusal === null) return principal.token && explainToken(principal.token, question)
  return principal.instanceRole === 'visitor' ? 'not-signed-in' : refusal
}

function explainPerson(
  { instanceRole, memberships }: Principal,
  [action, target]: Question,
): AccessRefusal | null {
  if (instanceRole === 'owner') return null
  if (target.on === 'instance')
    return instanceRole === 'member' && MEMBER_ACTIONS.has(action) ? null : 'owner-only'
  let nearest: AccessRefusal = 'not-a-member'
  for (const membership of memberships.get(target.projectId) ?? []) {
    const refusal = explainMembership(membership, action, target)
    if (refusal === null) return null
    if (ACCESS_REFUSALS.indexOf(refusal) > ACCESS_REFUSALS.indexOf(nearest)) nearest = refusal
  }
  return nearest
}

/** The reason that one membership does not allow something. */
export function explainMembership(
  { role, languages, namespaces }: Membership,
  action: Question[0],
  target: OnProject | OnText,
): 'role-too-low' | 'other-language' | 'other-namespace' | null {
  if (!ROLE_ACTIONS[role].has(action)) return 'role-too-low'
  if (target.on === 'project' || role === 'manager') return null
  if (!isWithin(languages, target.language)) return 'other-language'
  if (!isWithin(namespaces, target.namespace)) return 'other-namespace'
  return null
}

function explainToken(
  { scopes, projectId, languages }: TokenLimits,
  [action, target]: Question,
): AccessRefusal | null {
  // A token of one project may list projects (it sees its own), and nothing else of the instance.
  if (projectId !== null && target.on === 'instance' && action !== 'projects.list') return 'token-project'
  if (projectId !== null && target.on !== 'instance' && target.projectId !== projectId) return 'token-project'
  if (!isInScope(scopes, action)) return 'token-scope'
  return target.on === 'text' && !isWithin(languages, target.language) ? 'token-language' : null
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
  const memberships = principal?.memberships.get(projectId) ?? []
  const places = [{ languages: null, namespaces: null }, ...memberships]
  const tokenLanguages = principal?.token?.languages ?? null
  let refusal: AccessRefusal | null = null
  for (const { languages, namespaces } of places) {
    const [namespace = null] = namespaces ?? []
    for (const language of someOf(languages, tokenLanguages)) {
      const next = explain(principal, action, { on: 'text', projectId, language, namespace })
      if (next === null) return null
      if (refusal === null || ACCESS_REFUSALS.indexOf(next) > ACCESS_REFUSALS.indexOf(refusal)) refusal = next
    }
  }
  return refusal
}

/**
 * The reason somebody may not do an action to any text of one language, or null where there are texts of it they
 * may do it to.
 */
export function explainInLanguage(
  principal: Principal | null,
  action: TextAction,
  { projectId, language }: Pick<OnText, 'projectId' | 'language'>,
): AccessRefusal | null {
  const memberships = principal?.memberships.get(projectId) ?? []
  let refusal: AccessRefusal | null = null
  for (const { namespaces } of [{ namespaces: null }, ...memberships]) {
    const [namespace = null] = namespaces ?? []
    const next = explain(principal, action, { on: 'text', projectId, language, namespace })
    if (next === null) return null
    if (refusal === null || ACCESS_REFUSALS.indexOf(next) > ACCESS_REFUSALS.indexOf(refusal)) refusal = next
  }
  return refusal
}

/** Languages by which two limits can be asked: one in both where there is one, else one of each. */
function someOf(
  one: ReadonlySet<string> | null,
  other: ReadonlySet<string> | null,
): readonly (string | null)[] {
  if (one === null || other === null) return [[...(one ?? other ?? [])][0] ?? null]
  const both = [...one].find((language) => other.has(language))
  return both === undefined ? [[...one][0] ?? null, [...other][0] ?? null] : [both]
}
