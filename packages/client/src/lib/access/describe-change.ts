import type { RightsReply } from '@dragoman/contract'
import { isPerLanguage } from '@dragoman/core'
import { type RoleLimits, rolesIn } from './roles-in.ts'

/** What a change of someone's rights did, for a sentence; `languages` are codes. */
export type ChangeWords =
  | { readonly key: 'removed' | 'restored' | 'rights' | 'namespaces' | 'allLanguages' }
  | { readonly key: 'role' | 'noRole'; readonly role: RightsReply['role'] }
  | {
      readonly key: 'alsoRole'
      readonly role: RightsReply['role']
      readonly languages: readonly string[] | null
    }
  | { readonly key: 'languagesAdded' | 'languagesRemoved'; readonly languages: readonly string[] }

/** Returns what a change of rights did: the one thing that changed, or that several did. */
export function describeChange(before: RightsReply | null, after: RightsReply | null): ChangeWords {
  if (after === null) return { key: 'removed' }
  if (before === null) return { key: 'restored' }
  const had = before.grants ?? []
  const has = after.grants ?? []
  const isMainSame = textOf(before) === textOf(after)
  if (isMainSame && has.length === had.length + 1) {
    const [more] = has.filter((one) => !had.some((other) => textOf(other) === textOf(one)))
    if (more !== undefined && isPerLanguage(more.role))
      return { key: 'alsoRole', role: more.role, languages: more.languages }
    if (more !== undefined) return { key: 'alsoRole', role: more.role, languages: [] }
  }
  if (isMainSame && has.length === had.length - 1) {
    const [less] = had.filter((one) => !has.some((other) => textOf(other) === textOf(one)))
    if (less !== undefined) return { key: 'noRole', role: less.role }
  }
  const changed = changedPairs(rolesIn(before), rolesIn(after))
  const [only] = changed ?? []
  if (changed === null || only === undefined || changed.length > 1) return { key: 'rights' }
  return describeRole(...only)
}

function describeRole(before: RoleLimits, after: RoleLimits): ChangeWords {
  if (before.role !== after.role) return { key: 'role', role: after.role }
  const isInSame = String(before.namespaces) === String(after.namespaces)
  const isOfSame = String(before.languages) === String(after.languages)
  if (isOfSame) return { key: 'namespaces' }
  if (!isInSame) return { key: 'rights' }
  if (after.languages === null) return { key: 'allLanguages' }
  const had = before.languages
  if (had === null) return { key: 'rights' }
  const added = after.languages.filter((one) => !had.includes(one))
  const removed = had.filter((one) => !after.languages?.includes(one))
  if (removed.length === 0) return { key: 'languagesAdded', languages: added }
  if (added.length === 0) return { key: 'languagesRemoved', languages: removed }
  return { key: 'rights' }
}

/** Returns the roles that differ, by their places; null if there are more or fewer of them. */
function changedPairs(
  before: readonly RoleLimits[],
  after: readonly RoleLimits[],
): readonly (readonly [RoleLimits, RoleLimits])[] | null {
  if (before.length !== after.length) return null
  return before.flatMap((one, at) => {
    const other = after[at]
    return other === undefined || textOf(one) === textOf(other) ? [] : [[one, other] as const]
  })
}

function textOf({ role, languages, namespaces }: RoleLimits): string {
  return JSON.stringify([role, languages, namespaces])
}
