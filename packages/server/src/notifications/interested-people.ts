import { isUnlimited, ROLE_ACTIONS } from '@dragoman/core'
import type { ProjectPerson } from '@dragoman/store'

type Role = ProjectPerson['memberships'][number]['role']

const DAY_MS = 24 * 60 * 60_000
/** A language in which someone saved texts within this time is theirs. */
export const WORKED_MS = 90 * DAY_MS
export const WORKED_NOTED_AGAIN_MS = DAY_MS

/** Whether people with a role can save translations. */
function saves(role: Role): boolean {
  return ROLE_ACTIONS[role].has('translations.save')
}

/**
 * Returns whether a language is a person's own: they are a translator or reviewer limited to it, or can save
 * in it and did so lately. With their namespaces; null: all.
 */
export function interestIn(
  person: ProjectPerson,
  language: string,
): { readonly namespaces: ReadonlySet<string> | null } | null {
  const hasWorked = person.worked.has(language)
  if (person.isOwner) return hasWorked ? { namespaces: null } : null
  const own = person.memberships.filter(
    ({ role, languages }) =>
      saves(role) &&
      ((!isUnlimited(role) && languages?.has(language)) ||
        (hasWorked && (isUnlimited(role) || languages === null || languages.has(language)))),
  )
  if (own.length === 0) return null
  if (own.some(({ role, namespaces }) => namespaces === null || isUnlimited(role)))
    return { namespaces: null }
  return { namespaces: new Set(own.flatMap(({ namespaces }) => [...(namespaces ?? [])])) }
}

/**
 * Returns the namespaces of a language in which strings concern someone: null for all, an empty set for none, also if
 * they are not in the project.
 */
export function namespacesOfInterest(
  person: ProjectPerson | undefined,
  language: string,
): ReadonlySet<string> | null {
  const interest = person === undefined ? null : interestIn(person, language)
  return interest === null ? new Set() : interest.namespaces
}
