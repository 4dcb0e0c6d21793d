import type { GrantReply, MemberReply, RightsReply } from '@dragoman/contract'
import { isPerLanguage, isUnlimited, type ProjectRole } from '@dragoman/core'
import { type RoleLimits, rolesIn } from '../../lib/access/roles-in.ts'

/** What someone can do in a language, as shown by the cell, the most first. */
export const CELL_SHAPES = ['review', 'translate', 'suggest', 'read'] as const
export type CellShape = (typeof CELL_SHAPES)[number]

const SHAPE_OF_ROLE: Readonly<Record<ProjectRole, CellShape>> = {
  manager: 'review',
  reviewer: 'review',
  translator: 'translate',
  contributor: 'suggest',
  // Keys and files are not per language; a developer can only suggest texts.
  developer: 'read',
  viewer: 'read',
}

export function shapeOf(member: MemberReply, language: string): CellShape {
  const { rights } = member
  if (rights === null) return member.kind === 'person' && member.isOwner ? 'review' : 'read'
  const shapes = rolesIn(rights).map(({ role, languages }) =>
    isUnlimited(role) || languages === null || languages.includes(language) ? SHAPE_OF_ROLE[role] : 'read',
  )
  return CELL_SHAPES.find((shape) => shapes.includes(shape)) ?? 'read'
}

/** Returns rights with another role. Languages are kept between roles that are per language, otherwise chosen again. */
export function withRole<Role extends ProjectRole>(
  rights: RoleLimits,
  role: Role,
): RoleLimits & { readonly role: Role } {
  if (!isPerLanguage(role)) return { ...rights, role, languages: null }
  return { ...rights, role, languages: isPerLanguage(rights.role) ? rights.languages : [] }
}

/** Returns the rights of someone with another main role. Limits of languages end with a role that is not per language. */
export function rightsWithRole(rights: RightsReply, role: ProjectRole): RightsReply {
  return { ...rights, role, languages: isPerLanguage(role) ? rights.languages : null }
}

/** What a role can be limited to. */
export type LimitKind = 'languages' | 'namespaces'

/** Whether a limit means anything for a role: languages only for roles that are per language. */
function isLimitedBy(what: LimitKind, { role }: RoleLimits): boolean {
  return what === 'languages' ? isPerLanguage(role) : !isUnlimited(role)
}

/** Returns the first role of someone that can be limited to languages or namespaces; undefined: none can. */
export function limitedRole(rights: RightsReply, what: LimitKind): RoleLimits | undefined {
  return rolesIn(rights).find((one) => isLimitedBy(what, one))
}

/**
 * Returns access rights with each role limited to languages or namespaces that it can be limited to; other roles stay
 * as they are. A further role without languages is dropped.
 */
export function rightsWithLimit(rights: RightsReply, what: LimitKind, limit: string[] | null): RightsReply {
  const { grants = [], ...main } = rights
  const limited = <R extends RoleLimits>(one: R): R =>
    isLimitedBy(what, one) ? { ...one, [what]: limit } : one
  const kept: GrantReply[] = grants.map(limited).filter(({ languages }) => languages?.length !== 0)
  return kept.length === 0 ? limited(main) : { ...limited(main), grants: kept }
}

/** Whether the cells of this row can be toggled. */
export function isSwitchable({ rights }: MemberReply): boolean {
  return rights !== null && rolesIn(rights).some(({ role }) => isPerLanguage(role))
}

/** Whether a person with these rights works in no language at all. */
export function isWithoutLanguage(rights: RightsReply): boolean {
  return rolesIn(rights).some(({ role, languages }) => isPerLanguage(role) && languages?.length === 0)
}

/**
 * Returns the languages in which someone does more than read; null: all of them. Keys and files are not per
 * language, so a developer has none.
 */
export function workLanguages(rights: RightsReply): readonly string[] | null {
  const roles = rolesIn(rights).filter(({ role }) => SHAPE_OF_ROLE[role] !== 'read')
  if (roles.some(({ role, languages }) => isUnlimited(role) || languages === null)) return null
  return [...new Set(roles.flatMap(({ languages }) => languages ?? []))]
}

/** The languages of a project, with its source language, for which there are no cells. */
export type CellLanguages = { readonly all: readonly string[]; readonly source: string }

/**
 * Returns access rights with a language added to the first role that is per language, or removed from each. One press
 * never limits people with all languages to a single one, nor takes the source language from them. A further role
 * without languages is dropped.
 */
export function withLanguageSwitched(rights: RightsReply, language: string, of: CellLanguages): RightsReply {
  const { grants = [], ...main } = rights
  const isIn = ({ role, languages }: RoleLimits) =>
    isPerLanguage(role) && (languages === null || languages.includes(language))
  const isRemoved = rolesIn(rights).some(isIn)
  let isAdded = false
  const switched = <R extends RoleLimits>(one: R): R => {
    if (!isPerLanguage(one.role) || isAdded || (isRemoved && !isIn(one))) return one
    if (!isRemoved) isAdded = true
    return { ...one, languages: languagesSwitched(one.languages, language, of) }
  }
  const next = switched(main)
  const kept: GrantReply[] = grants.map(switched).filter(({ languages }) => languages?.length !== 0)
  return kept.length === 0 ? next : { ...next, grants: kept }
}

function languagesSwitched(
  present: readonly string[] | null,
  language: string,
  { all, source }: CellLanguages,
): string[] | null {
  const before = present ?? all
  const languages = before.includes(language)
    ? before.filter((one) => one !== language)
    : [...before, language]
  const hasAllCells = all.every((one) => one === source || languages.includes(one))
  return hasAllCells && present !== null ? null : languages
}
