import { ALL_TEXTS_ACTIONS, isTextAction, type ProjectAction, type TextAction } from './actions.ts'
import {
  ACCESS_REFUSALS,
  type AccessRefusal,
  explain,
  explainMembership,
  type Membership,
  type OnProject,
  type OnText,
  type Principal,
  type Question,
} from './explain.ts'
import {
  isUnlimited,
  PROJECT_ROLES,
  type ProjectRole,
  ROLE_ACTIONS,
  SHARED_ROLES,
  type SharedRole,
} from './roles.ts'

/** "May this person do that, in this language and namespace?" `null`: in all of them. */
export type AccessQuestion = {
  readonly projectId: number
  readonly action: ProjectAction | TextAction
  readonly language: string | null
  readonly namespace: string | null
}

/** The rights of a group in the project. */
export type GroupRights = { readonly groupId: number; readonly rights: Membership }

/** A change that would make the answer yes. */
export type AccessHelp =
  /** Change of the person's own membership in the project. Languages or namespaces null: all of them. */
  | {
      readonly kind: 'change'
      readonly role: ProjectRole
      readonly languages: ReadonlySet<string> | null
      readonly namespaces: ReadonlySet<string> | null
    }
  | { readonly kind: 'add-to-group'; readonly groupId: number }
  /** For people without an account: share the project with everyone. */
  | { readonly kind: 'share'; readonly role: SharedRole }

/** `null`: not checked, because nothing depends on it. */
export type AccessSteps = {
  readonly role: boolean | null
  readonly languages: boolean | null
  readonly namespaces: boolean | null
  /** One of their groups allows it. */
  readonly groups: boolean
}

export type AccessAnswer = {
  readonly refusal: AccessRefusal | null
  /** The membership that the steps describe: the one that allows the action, or comes closest; null: none. */
  readonly by: Membership | null
  readonly steps: AccessSteps
  readonly helps: readonly AccessHelp[]
}

/**
 * Returns whether a person may do something, why, and the smallest changes that would help. The decision is
 * made by `explain`; this only breaks it down.
 */
export function answerAccess(
  principal: Principal,
  question: AccessQuestion,
  groups: readonly GroupRights[],
): AccessAnswer {
  const target = targetOf(question)
  const refusal = explain(principal, ...askedOf(question))
  const memberships = principal.memberships.get(question.projectId) ?? []
  const inGroups = memberships.filter(({ groupId }) => groupId !== null)
  const isAllowing = (one: Membership) => explainMembership(one, question.action, target) === null
  // Their own membership comes first: it is what a manager would change.
  const own = memberships.filter(({ groupId }) => groupId === null)
  const by =
    own.find(isAllowing) ??
    memberships.find(isAllowing) ??
    nearest(own, question) ??
    nearest(inGroups, question)
  const helps = refusal === null ? [] : helpsFor(principal, { question, own: nearest(own, question), groups })
  return {
    refusal,
    by,
    steps: { ...stepsOf(by, question), groups: inGroups.some(isAllowing) },
    helps,
  }
}

function targetOf({ action, projectId, language, namespace }: AccessQuestion): OnProject | OnText {
  return isTextAction(action) ? { on: 'text', projectId, language, namespace } : { on: 'project', projectId }
}

/** Converts the question to the arguments of `explain`. */
export function askedOf(question: AccessQuestion): Question {
  const { action, projectId, language, namespace } = question
  return isTextAction(action)
    ? [action, { on: 'text', projectId, language, namespace }]
    : [action, { on: 'project', projectId }]
}

function nearest(memberships: readonly Membership[], question: AccessQuestion): Membership | null {
  let best: Membership | null = null
  let reached = -1
  for (const one of memberships) {
    const refusal = explainMembership(one, question.action, targetOf(question))
    const place = refusal === null ? ACCESS_REFUSALS.length : ACCESS_REFUSALS.indexOf(refusal)
    if (place > reached) {
      best = one
      reached = place
    }
  }
  return best
}

function stepsOf(by: Membership | null, question: AccessQuestion): Omit<AccessSteps, 'groups'> {
  if (by === null) return { role: false, languages: null, namespaces: null }
  const role = ROLE_ACTIONS[by.role].has(question.action)
  if (!isLimited(question.action)) return { role, languages: null, namespaces: null }
  const isFree = isUnlimited(by.role)
  const { language, namespace } = placeOf(question)
  return {
    role,
    languages: isFree || isWithin(by.languages, language),
    namespaces: isFree || isWithin(by.namespaces, namespace),
  }
}

/** Whether limits to languages and namespaces apply to an action. */
function isLimited(action: AccessQuestion['action']): boolean {
  return isTextAction(action) || ALL_TEXTS_ACTIONS.has(action)
}

/** Returns where an action is asked for; one on the whole project: in all languages and namespaces. */
function placeOf({ action, language, namespace }: AccessQuestion): Pick<OnText, 'language' | 'namespace'> {
  return isTextAction(action) ? { language, namespace } : { language: null, namespace: null }
}

function helpsFor(
  { instanceRole }: Principal,
  given: {
    readonly question: AccessQuestion
    readonly own: Membership | null
    readonly groups: readonly GroupRights[]
  },
): readonly AccessHelp[] {
  const { question, own, groups } = given
  const { action } = question
  if (instanceRole === 'visitor') {
    const role = SHARED_ROLES.find((one) => ROLE_ACTIONS[one].has(action))
    return role === undefined ? [] : [{ kind: 'share', role }]
  }
  const helps: AccessHelp[] = [changeFor(question, own)]
  for (const { groupId, rights } of groups)
    if (explainMembership(rights, action, targetOf(question)) === null)
      helps.push({ kind: 'add-to-group', groupId })
  return helps
}

/** Returns the smallest extension of the current membership. */
function changeFor(question: AccessQuestion, own: Membership | null): AccessHelp {
  const { action } = question
  const { language, namespace } = placeOf(question)
  const present = PROJECT_ROLES.find((role) => role === own?.role)
  const current = present === undefined ? null : own
  const role = leastRole(action, present)
  // A question that has nothing to do with texts does not change limits to them.
  if (current !== null && !isLimited(action))
    return { kind: 'change', role, languages: current.languages, namespaces: current.namespaces }
  // A new member only gets what was asked about.
  const languages = current === null ? limitTo(language) : widened(current.languages, language)
  const namespaces = current === null ? null : widened(current.namespaces, namespace)
  return { kind: 'change', role, languages, namespaces }
}

/** Returns the lowest role that allows the action and everything the current role allows. */
function leastRole(action: AccessQuestion['action'], present?: ProjectRole): ProjectRole {
  const kept = present === undefined ? [] : [...ROLE_ACTIONS[present]]
  const fitting = [...PROJECT_ROLES]
    .reverse()
    .find((role) => ROLE_ACTIONS[role].has(action) && kept.every((one) => ROLE_ACTIONS[role].has(one)))
  return fitting ?? 'manager'
}

function limitTo(one: string | null): ReadonlySet<string> | null {
  return one === null ? null : new Set([one])
}

function widened(limit: ReadonlySet<string> | null, by: string | null): ReadonlySet<string> | null {
  return limit === null || by === null ? null : new Set([...limit, by])
}

function isWithin(limit: ReadonlySet<string> | null, asked: string | null): boolean {
  return limit === null || (asked !== null && limit.has(asked))
}
