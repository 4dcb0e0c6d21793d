import { parseTag, tagFromPath } from '@dragoman/core'

/** Finds the spelling of one language among those of a file: `pt_BR` for `pt-BR`. */
export type LanguageMatcher = {
  matches(spelled: string): boolean
  /**
   * Returns the member of the language: of two spellings the requested one, otherwise the first; of
   * duplicates the last.
   */
  pick<M extends { readonly key: string | null }>(members: readonly M[]): M | null
}

export function languageMatcher(language: string | null): LanguageMatcher {
  const wanted = language === null ? null : canonical(language)
  const known = new Map<string, boolean>()
  const matches = (spelled: string): boolean => {
    if (wanted === null) return false
    if (spelled === language) return true
    const answer = known.get(spelled) ?? canonical(spelled) === wanted
    known.set(spelled, answer)
    return answer
  }
  const pick = <M extends { readonly key: string | null }>(members: readonly M[]): M | null => {
    const spelled = members.some((member) => member.key === language)
      ? language
      : members.find((member) => member.key !== null && matches(member.key))?.key
    return members.findLast((member) => member.key !== null && member.key === spelled) ?? null
  }
  return { matches, pick }
}

function canonical(spelled: string): string {
  const tag = tagFromPath(spelled)
  if (tag !== null) return tag
  const parsed = parseTag(spelled)
  return parsed.ok ? parsed.tag : spelled
}
