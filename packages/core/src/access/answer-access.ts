import {
  ALL_TEXTS_ACTIONS,
  isTextAction,
  PROJECT_ACTIONS,
  type ProjectAction,
  TEXT_ACTIONS,
  type TextAction,
} from './actions.ts'
import {
  ACCESS_REFUSALS,
  type AccessRefusal,
  explain,
  explainMembership,
  isWithin,
  type Membership,
  type OnProject,
  type OnText,
  type Principal,
  type Question,
} from './explain.ts'
import { GRANT_ROLES, type Grant, membershipsFrom, type Rights, simplifyRights } from './rights.ts'
import {
  isUnlimited,
  PROJECT_ROLES,
  type ProjectRole,
  ROLE_ACTIONS,
  SHARED_ROLES,
  type SharedRole,
} from './roles.ts'

/** Can this person do this action in this language and namespace? `null`: in all of them. */
export type AccessQuestion = {
  readonly projectId: number
  readonly action: ProjectAction | TextAction
  readonly language: string | null
  readonly namespace: string | null
}

/** The rights of a group in the project. */
export type GroupRights = { readonly groupId: number; readonly rights: Rights }

/** A change that would make the answer yes. */
export type AccessHelp =
  /** Change of the person's own rights in the project to `rights`. */
  | {
      readonly kind: 'change'
      readonly rights: Rights
      /**
       * `limits`: a role they have applies to more; `role`: another main role; `grant`: a further role.
       * `gives` is the role with its limits that allows the action afterwards.
       */
      readonly by: 'limits' | 'role' | 'grant'
      readonly gives: Omit<Rights, 'grants'>
    }
  | { readonly kind: 'add-to-group'; readonly groupId: number }
  /** For visitors: share the project with everyone. */
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
 * Returns if and why a person can do something, and the changes that would allow it, the one that adds the
 * fewest rights first. `explain` makes the decision; this function only breaks it down.
 */
export function answerAccess(
  principal: Principal,
  question: AccessQuestion,
  groups: readonly GroupRights[],
): AccessAnswer {
  const target = targetOf(question)
  const refusal = explain(principal, ...actionOf(question))
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
  const helps = refusal === null ? [] : helpsFor(principal, { question, own, groups })
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
export function actionOf(question: AccessQuestion): Question {
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

/** Returns whether limits to languages and namespaces apply to an action. */
function isLimited(action: AccessQuestion['action']): boolean {
  return isTextAction(action) || ALL_TEXTS_ACTIONS.has(action)
}

/** Returns the target of a question; an action on the whole project concerns all languages and namespaces. */
function placeOf({ action, language, namespace }: AccessQuestion): Pick<OnText, 'language' | 'namespace'> {
  return isTextAction(action) ? { language, namespace } : { language: null, namespace: null }
}

function helpsFor(
  principal: Principal,
  given: {
    readonly question: AccessQuestion
    readonly own: readonly Membership[]
    readonly groups: readonly GroupRights[]
  },
): readonly AccessHelp[] {
  const { question, groups } = given
  const { action, projectId } = question
  if (principal.instanceRole === 'visitor') {
    const role = SHARED_ROLES.find((one) => ROLE_ACTIONS[one].has(action))
    return role === undefined ? [] : [{ kind: 'share', role }]
  }
  const target = targetOf(question)
  const present = principal.memberships.get(projectId) ?? []
  const others = present.filter((one) => !given.own.includes(one))
  const rights = rightsOf(given.own)
  const measure = measureFor(question, [
    ...present,
    ...groups.flatMap((one) => membershipsFrom(one.rights, 0)),
  ])
  const before = measure(present)
  const counted = (help: AccessHelp, memberships: readonly Membership[]) => {
    if (!memberships.some((one) => explainMembership(one, action, target) === null)) return []
    const after = measure(memberships)
    if ([...before.keys()].some((one) => !after.has(one))) return []
    return [{ help, growth: sizeOf(after) - sizeOf(before) }]
  }
  const changes = changesFor(question, rights)
    .flatMap((help) => counted(help, [...membershipsFrom(help.rights, null), ...others]))
    .sort((one, other) => one.growth - other.growth)
  const isForManagers = rolesWith(action).every(isUnlimited)
  const additions = groups
    .filter(
      (group) => isForManagers || !membershipsFrom(group.rights, 0).some(({ role }) => isUnlimited(role)),
    )
    .flatMap(({ groupId, rights: ofGroup }) =>
      counted({ kind: 'add-to-group', groupId }, [...present, ...membershipsFrom(ofGroup, groupId)]),
    )
  return [...changes.slice(0, 1), ...additions]
    .sort((one, other) => one.growth - other.growth)
    .map(({ help }) => help)
}

function rightsOf(own: readonly Membership[]): Rights | null {
  const [main, ...rest] = own
  const role = PROJECT_ROLES.find((one) => one === main?.role)
  if (main === undefined || role === undefined) return null
  const grants = rest.flatMap((one): Grant[] => {
    const further = GRANT_ROLES.find((known) => known === one.role)
    return further === undefined
      ? []
      : [{ role: further, languages: one.languages, namespaces: one.namespaces }]
  })
  return { role, languages: main.languages, namespaces: main.namespaces, grants }
}

type Change = Extract<AccessHelp, { kind: 'change' }>

/** Returns the changes of someone's own rights that could help, the simplest first. */
function changesFor(question: AccessQuestion, own: Rights | null): readonly Change[] {
  const asked = isLimited(question.action) ? placeOf(question) : { language: null, namespace: null }
  const exact = { languages: limitTo(asked.language), namespaces: limitTo(asked.namespace) }
  const changes: Change[] = []
  const add = (by: Change['by'], gives: Change['gives'], rights: Rights) =>
    changes.push({ kind: 'change', by, rights: simplifyRights(rights), gives })
  if (own !== null) {
    const more = widenedBy(own, asked)
    add('limits', more, { ...own, ...more })
    for (const grant of own.grants ?? []) {
      const wider = widenedBy(grant, asked)
      const grants = (own.grants ?? []).map((one) => (one === grant ? wider : one))
      add('limits', wider, { ...own, grants })
    }
  }
  const kept = own?.grants === undefined ? {} : { grants: own.grants }
  for (const role of rolesWith(question.action)) {
    const gives = isUnlimited(role) ? { role, languages: null, namespaces: null } : { role, ...exact }
    add('role', gives, { ...gives, ...kept })
    if (own === null) continue
    // The new role with the limits of the present role, if the person would otherwise lose rights.
    const same = widenedBy({ ...own, role }, asked)
    add('role', same, { ...same, ...kept })
    const grant = GRANT_ROLES.find((one) => one === role)
    if (grant !== undefined)
      add('grant', gives, { ...own, grants: [...(own.grants ?? []), { role: grant, ...exact }] })
  }
  return changes
}

function widenedBy<R extends ProjectRole>(
  { role, languages, namespaces }: Omit<Rights, 'role'> & { readonly role: R },
  asked: Pick<OnText, 'language' | 'namespace'>,
) {
  return {
    role,
    languages: widened(languages, asked.language),
    namespaces: widened(namespaces, asked.namespace),
  }
}

/** Returns the roles of members that allow an action, the lowest first. */
function rolesWith(action: AccessQuestion['action']): readonly ProjectRole[] {
  return [...PROJECT_ROLES].reverse().filter((role) => ROLE_ACTIONS[role].has(action))
}

/** Represents all languages or namespaces that are in no list. */
const ANOTHER = '*'

/**
 * Languages (or namespaces) that are in the same lists, represented by one of them, and their number. `null`
 * represents all languages together.
 */
type Alike = { readonly one: string | null; readonly count: number }

/**
 * Returns a function that lists what memberships allow: each action per group of languages and namespaces,
 * with the number of combinations that the entry represents.
 */
function measureFor(question: AccessQuestion, known: readonly Membership[]) {
  const languages = alikeOf(
    known.map((one) => one.languages),
    question.language,
  )
  const namespaces = alikeOf(
    known.map((one) => one.namespaces),
    question.namespace,
  )
  const { projectId } = question
  return (memberships: readonly Membership[]): ReadonlyMap<string, number> => {
    const isAllowed = (action: AccessQuestion['action'], target: OnProject | OnText) =>
      memberships.some((one) => explainMembership(one, action, target) === null)
    const allowed = new Map<string, number>()
    for (const action of PROJECT_ACTIONS)
      if (isAllowed(action, { on: 'project', projectId })) allowed.set(action, 1)
    for (const { one: language, count } of languages)
      for (const { one: namespace, count: times } of namespaces)
        for (const action of TEXT_ACTIONS)
          if (isAllowed(action, { on: 'text', projectId, language, namespace }))
            allowed.set(JSON.stringify([action, language, namespace]), count * times)
    return allowed
  }
}

function alikeOf(lists: readonly (ReadonlySet<string> | null)[], asked: string | null): readonly Alike[] {
  const classes = new Map<string, { one: string; count: number }>()
  for (const one of new Set([
    ...(asked === null ? [] : [asked]),
    ...lists.flatMap((list) => [...(list ?? [])]),
  ])) {
    const found = JSON.stringify([
      one === asked,
      ...lists.flatMap((list, at) => (list?.has(one) ? [at] : [])),
    ])
    const same = classes.get(found)
    if (same === undefined) classes.set(found, { one, count: 1 })
    else same.count++
  }
  return [{ one: null, count: 1 }, { one: ANOTHER, count: 1 }, ...classes.values()]
}

function sizeOf(allowed: ReadonlyMap<string, number>): number {
  return [...allowed.values()].reduce((sum, count) => sum + count, 0)
}

function limitTo(one: string | null): ReadonlySet<string> | null {
  return one === null ? null : new Set([one])
}

function widened(limit: ReadonlySet<string> | null, by: string | null): ReadonlySet<string> | null {
  return limit === null || by === null ? null : new Set([...limit, by])
}
