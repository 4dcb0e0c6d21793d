import type { api, LanguageDifferenceReply, ReplyOf } from '@dragoman/contract'

/** Returns how many texts of a language differ, in their text or their status. */
export function changesInLanguage({ added, changed, removed, status }: LanguageDifferenceReply): number {
  return added + changed + removed + status
}

/** Returns how many texts and languages differ; another message syntax counts as one. */
export function changesInReply({
  languages,
  languageChanges,
  syntaxChange,
}: Omit<ReplyOf<typeof api.releases.compare>, 'from' | 'to' | 'work'>): number {
  const others = languageChanges.length + (syntaxChange === null ? 0 : 1)
  return languages.reduce((sum, one) => sum + changesInLanguage(one), others)
}
