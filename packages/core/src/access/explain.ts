import {
  ALL_TEXTS_ACTIONS,
  type InstanceAction,
  MEMBER_ACTIONS,
  type ProjectAction,
  READING_ACTIONS,
  type TextAction,
} from './actions.ts'
import type { Actor } from './actor.ts'
import { type InstanceRole, isUnlimited, type ProjectRole, ROLE_ACTIONS, type SharedRole } from './roles.ts'
import { isInScope, type TokenScope } from './token-scopes.ts'

/** One membership of a person in a project. `null`: every language, every namespace. */
export type Membership = {
  readonly role: ProjectRole | SharedRole
  readonly languages: ReadonlySet<string> | null
  readonly namespaces: ReadonlySet<string> | null
  /** The group it comes from; null: the person's own, or from sharing the project. */
  readonly groupId: number | null
}

/** How a token limits its owner's rights. */
export type TokenLimits = {
  readonly tokenId: number
  readonly scopes: ReadonlySet<TokenScope>
  /** Null: all projects of the person. */
  readonly projectId: number | null
  /** Translation branches of that project. */
  readonly branchIds?: ReadonlySet<number>
  readonly languages: ReadonlySet<string> | null
}

/**
 * The person or visitor who makes a request, with everything that determines their rights. Memberships are by
 * project id: their own, those of their groups, and those from sharing. One that allows the action is enough.
 */
export type Principal = Actor & {
  /** `visitor`: not signed in. */
  readonly instanceRole: InstanceRole | 'visitor'
  readonly memberships: ReadonlyMap<number, readonly Membership[]>
  /** Null: the person's own session. */
  readonly token: TokenLimits | null
}

/** The target of an action. */
export type OnInstance = { readonly on: 'instance' }
export type OnProject = { readonly on: 'project'; readonly projectId: number }
/** `null`: all languages, all namespaces; roles limited to some of them do not allow it. */
export type OnText = {
  readonly on: 'text'
  readonly projectId: number
  readonly language: string | null
  readonly namespace: string | null
}
/** An action with its target; each action has one kind of target. */
export type Question =
  | readonly [action: InstanceAction, target: OnInstance]
  | readonly [action: ProjectAction, target: OnProject]
  | readonly [action: TextAction, target: OnText]

/** Reasons for a refusal, from the furthest to the closest to being allowed. */
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
  /** The project requires someone else to review it (docs/decisions/0051). */
  'own-work',
  /** Only the author can do it. */
  'not-own',
] as const
export type AccessRefusal = (typeof ACCESS_REFUSALS)[number]

/** Returns why an action is refused, or null if it is allowed. Principal `null`: not signed in. */
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

/** Returns why one membership does not allow an action. */
export function explainMembership(
  { role, languages, namespaces }: Membership,
  action: Question[0],
  target: OnProject | OnText,
): 'role-too-low' | 'other-language' | 'other-namespace' | null {
  if (!ROLE_ACTIONS[role].has(action)) return 'role-too-low'
  if (isUnlimited(role)) return null
  if (target.on === 'project' && !ALL_TEXTS_ACTIONS.has(action)) return null
  const { language, namespace } = target.on === 'text' ? target : { language: null, namespace: null }
  if (!isWithin(languages, language)) return 'other-language'
  if (!isWithin(namespaces, namespace)) return 'other-namespace'
  return null
}

function explainToken(
  { scopes, projectId, branchIds, languages }: TokenLimits,
  [action, target]: Question,
): AccessRefusal | null {
  // A token for one project can list projects (it only gets its own), but do no other instance action.
  if (projectId !== null && target.on === 'instance' && action !== 'projects.list') return 'token-project'
  if (projectId !== null && target.on !== 'instance') {
    const isOfIt = target.projectId === projectId || branchIds?.has(target.projectId) === true
    if (!isOfIt) return 'token-project'
  }
  if (!isInScope(scopes, action)) return 'token-scope'
  if (languages === null) return null
  // A token for some languages only reads data of the whole project, and its own page of projects.
  const isAllowed =
    target.on === 'text'
      ? isWithin(languages, target.language)
      : READING_ACTIONS.has(action) || action === 'projects.list'
  return isAllowed ? null : 'token-language'
}

/** Returns whether a limit to languages or namespaces allows one; a `limit` of null allows all. */
export function isWithin(limit: ReadonlySet<string> | null, asked: string | null): boolean {
  return limit === null || (asked !== null && limit.has(asked))
}

/**
 * Returns why a person cannot do an action on any text of a project, or null if they can for some texts. Used
 * before the affected texts are known.
 */
export function explainForSomeText(
  principal: Principal | null,
  action: TextAction,
  projectId: number,
): AccessRefusal | null {
  const memberships = principal?.memberships.get(projectId) ?? []
  const places = [{ languages: null, namespaces: null }, ...memberships]
  const tokenLanguages = principal?.token?.languages ?? null
  const texts = places.flatMap(({ languages, namespaces }) => {
    const [namespace = null] = namespaces ?? []
    return someOf(languages, tokenLanguages).map((language) => ({ language, namespace }))
  })
  return nearestOf(texts, (text) => explain(principal, action, { on: 'text', projectId, ...text }))
}

/** Asks until one is allowed, which is null; otherwise returns the refusal closest to being allowed. */
function nearestOf<T>(items: readonly T[], ask: (item: T) => AccessRefusal | null): AccessRefusal | null {
  let nearest: AccessRefusal | null = null
  for (const item of items) {
    const refusal = ask(item)
    if (refusal === null) return null
    if (nearest === null || ACCESS_REFUSALS.indexOf(refusal) > ACCESS_REFUSALS.indexOf(nearest))
      nearest = refusal
  }
  return nearest
}

/**
 * Returns why a person cannot do an action on any text of one language, or null if they can for some texts. With
 * `among`: for some texts of these namespaces; an empty list means all.
 */
export function explainInLanguage(
  principal: Principal | null,
  action: TextAction,
  {
    projectId,
    language,
    among = [],
  }: Pick<OnText, 'projectId' | 'language'> & { readonly among?: readonly string[] },
): AccessRefusal | null {
  const memberships = principal?.memberships.get(projectId) ?? []
  const own = [null, ...memberships.map(({ namespaces }) => [...(namespaces ?? [])][0] ?? null)]
  return nearestOf(among.length > 0 ? among : own, (namespace) =>
    explain(principal, action, { on: 'text', projectId, language, namespace }),
  )
}

/**
 * Returns why a person cannot do an action in a thread of comments, or null if they can. For a thread about all
 * languages (null), access to one of `languages` is enough: people of each language are asked there too, and comments
 * do not change the project's texts.
 */
export function explainInThread(
  principal: Principal | null,
  action: TextAction,
  { languages, ...on }: Omit<OnText, 'on'> & { readonly languages: readonly string[] },
): AccessRefusal | null {
  const refusal = explain(principal, action, { on: 'text', ...on })
  const others = on.language === null ? languages : []
  return others.some((language) => explain(principal, action, { on: 'text', ...on, language }) === null)
    ? null
    : refusal
}

/**
 * Returns why a person cannot do an action on keys of all these namespaces, or null if they can. A key is in all
 * languages, so people limited to some cannot. Without namespaces: on keys of some namespace.
 */
export function explainOnKeys(
  principal: Principal | null,
  action: TextAction,
  { projectId, namespaces }: { readonly projectId: number; readonly namespaces: readonly string[] },
): AccessRefusal | null {
  const ask = (namespace: string | null) =>
    explain(principal, action, { on: 'text', projectId, language: null, namespace })
  if (namespaces.length > 0) return namespaces.map(ask).find((refusal) => refusal !== null) ?? null
  const memberships = principal?.memberships.get(projectId) ?? []
  const firsts = memberships.map(({ namespaces: own }) => [...(own ?? [])][0] ?? null)
  return nearestOf([null, ...firsts], ask)
}

/**
 * Returns why a person cannot do an action on texts of all these languages and namespaces, or null if they can. Without
 * namespaces: on some text of each language.
 */
export function explainInAll(
  principal: Principal | null,
  action: TextAction,
  {
    projectId,
    languages,
    namespaces,
  }: {
    readonly projectId: number
    readonly languages: readonly string[]
    readonly namespaces: readonly string[]
  },
): AccessRefusal | null {
  for (const language of languages) {
    const refusals =
      namespaces.length === 0
        ? [explainInLanguage(principal, action, { projectId, language })]
        : namespaces.map((namespace) =>
            explain(principal, action, { on: 'text', projectId, language, namespace }),
          )
    const refusal = refusals.find((one) => one !== null)
    if (refusal !== undefined && refusal !== null) return refusal
  }
  return null
}

/**
 * Returns the namespaces in which a person can do an action on texts of one language: null for all, an empty set for
 * none.
 */
export function namespacesFor(
  principal: Principal | null,
  action: TextAction,
  { projectId, language }: Pick<OnText, 'projectId' | 'language'>,
): ReadonlySet<string> | null {
  const mayIn = (namespace: string | null) =>
    explain(principal, action, { on: 'text', projectId, language, namespace }) === null
  if (mayIn(null)) return null
  const named = (principal?.memberships.get(projectId) ?? []).flatMap(({ namespaces }) => [
    ...(namespaces ?? []),
  ])
  return new Set(named.filter(mayIn))
}

/** Returns languages that represent two limits: one that is in both if possible, otherwise one of each. */
function someOf(
  one: ReadonlySet<string> | null,
  other: ReadonlySet<string> | null,
): readonly (string | null)[] {
  if (one === null || other === null) return [[...(one ?? other ?? [])][0] ?? null]
  const both = [...one].find((language) => other.has(language))
  return both === undefined ? [[...one][0] ?? null, [...other][0] ?? null] : [both]
}
