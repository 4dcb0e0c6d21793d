import type { MemberReply, RightsReply } from '@dragoman/contract'
import type { ProjectRole } from '@dragoman/core'

/** What somebody may do in a language, as the cell shows it. */
export type CellShape = 'review' | 'translate' | 'suggest' | 'read'

const SHAPES: Readonly<Record<ProjectRole, CellShape>> = {
  manager: 'review',
  reviewer: 'review',
  translator: 'translate',
  contributor: 'suggest',
  // Keys and files are in all languages; of texts a developer suggests.
  developer: 'read',
  viewer: 'read',
}

/** Roles whose rights differ by language: of the others a cell cannot be switched. */
const LIMITED: ReadonlySet<ProjectRole> = new Set(['reviewer', 'translator', 'contributor'])

export function shapeOf(member: MemberReply, language: string): CellShape {
  const { rights } = member
  if (rights === null) return member.kind === 'person' && member.isOwner ? 'review' : 'read'
  if (rights.role === 'manager' || rights.languages === null || rights.languages.includes(language))
    return SHAPES[rights.role]
  return 'read'
}

/** Whether a cell of this row can be switched. */
export function isSwitchable({ rights }: MemberReply): boolean {
  return rights !== null && LIMITED.has(rights.role)
}

/** Rights with a language added, or taken away. Nobody who may everything is limited by one press to one. */
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
