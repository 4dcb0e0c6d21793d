import type { MemberReply, RightsReply } from '@dragoman/contract'
import { isPerLanguage, isUnlimited, type ProjectRole } from '@dragoman/core'

/** What someone may do in a language, as shown by the cell. */
export type CellShape = 'review' | 'translate' | 'suggest' | 'read'

const SHAPES: Readonly<Record<ProjectRole, CellShape>> = {
  manager: 'review',
  reviewer: 'review',
  translator: 'translate',
  contributor: 'suggest',
  // Keys and files are not per language; a developer may only suggest texts.
  developer: 'read',
  viewer: 'read',
}

export function shapeOf(member: MemberReply, language: string): CellShape {
  const { rights } = member
  if (rights === null) return member.kind === 'person' && member.isOwner ? 'review' : 'read'
  if (isUnlimited(rights.role) || rights.languages === null || rights.languages.includes(language))
    return SHAPES[rights.role]
  return 'read'
}

/** Whether the cells of this row can be toggled. */
export function isSwitchable({ rights }: MemberReply): boolean {
  return rights !== null && isPerLanguage(rights.role)
}

/**
 * Returns access rights with a language added or removed. One click never limits people with all languages to
 * a single one.
 */
export function withLanguageSwitched(
  rights: RightsReply,
  language: string,
  all: readonly string[],
): RightsReply {
  const before = rights.languages ?? all
  const languages = before.includes(language)
    ? before.filter((one) => one !== language)
    : [...before, language]
  const isAll = all.every((one) => languages.includes(one))
  return { ...rights, languages: isAll && rights.languages !== null ? null : languages }
}
