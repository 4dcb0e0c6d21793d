import type { Membership } from './explain.ts'
import { isPerLanguage, isUnlimited, type ProjectRole, ROLE_ACTIONS } from './roles.ts'

/**
 * Roles that someone can have in addition to the main one. A manager needs no other; a viewer adds nothing.
 */
export const GRANT_ROLES = ['developer', 'reviewer', 'translator', 'contributor'] as const
export type GrantRole = (typeof GRANT_ROLES)[number]

type Limits = {
  /** Null: all of them, including those added later. */
  readonly languages: ReadonlySet<string> | null
  readonly namespaces: ReadonlySet<string> | null
}

/** A further role with its own limits. */
export type Grant = Limits & { readonly role: GrantRole }

/**
 * Returns a further role with its limits. No language at all means all of them for a role that is not per language: earlier
 * clients saved that, and showed no languages to choose.
 */
export function readGrant({ role, languages, namespaces }: Grant): Grant {
  const isUnset = languages?.size === 0 && !isPerLanguage(role)
  return { role, languages: isUnset ? null : languages, namespaces }
}

/**
 * The rights of a person, a group or an invitation in a project: a main role and further ones, for example
 * for a developer who also translates German (docs/decisions/0131). Each role has its own limits; one role
 * that allows an action is enough.
 */
export type Rights = Limits & {
  readonly role: ProjectRole
  /** Absent: none. */
  readonly grants?: readonly Grant[]
}

/** Returns one membership for each role of someone, the main one first. */
export function membershipsFrom(rights: Rights, groupId: number | null): readonly Membership[] {
  const { role, languages, namespaces, grants = [] } = rights
  return [
    { role, languages, namespaces, groupId },
    ...grants.map((grant) => ({
      role: grant.role,
      languages: grant.languages,
      namespaces: grant.namespaces,
      groupId,
    })),
  ]
}

/** Returns the same rights without grants that add nothing to the others. */
export function simplifyRights(rights: Rights): Rights {
  const { role, languages, namespaces, grants = [] } = rights
  const main = { role, languages, namespaces }
  const kept: Grant[] = []
  for (const grant of grants) {
    if (isCovered(grant, main) || kept.some((one) => isCovered(grant, one))) continue
    kept.splice(0, kept.length, ...kept.filter((one) => !isCovered(one, grant)), grant)
  }
  return kept.length === 0 ? main : { ...main, grants: kept }
}

/** Returns whether `by` allows everything that a grant does. */
function isCovered(grant: Grant, by: Omit<Rights, 'grants'>): boolean {
  if (isUnlimited(by.role)) return true
  const actions = ROLE_ACTIONS[by.role]
  return (
    [...ROLE_ACTIONS[grant.role]].every((action) => actions.has(action)) &&
    isSubset(grant.languages, by.languages) &&
    isSubset(grant.namespaces, by.namespaces)
  )
}

function isSubset(part: ReadonlySet<string> | null, whole: ReadonlySet<string> | null): boolean {
  if (whole === null) return true
  return part !== null && [...part].every((one) => whole.has(one))
}

/** Returns whether two rights are equal, regardless of the order of languages, namespaces and grants. */
export function isSameRights(one: Rights | null, other: Rights | null): boolean {
  return rightsText(one) === rightsText(other)
}

function rightsText(rights: Rights | null): string {
  if (rights === null) return ''
  const [main, ...grants] = membershipsFrom(rights, null).map(({ role, languages, namespaces }) =>
    JSON.stringify([role, languages && [...languages].sort(), namespaces && [...namespaces].sort()]),
  )
  return JSON.stringify([main, ...grants.sort()])
}
