import type { api, LanguageDifferenceReply, ReplyOf } from '@dragoman/contract'

/** Returns how many texts of a language differ, in their text or their status. */
export function changesInLanguage({ added, changed, removed, status }: LanguageDifferenceReply): number {
  return added + changed + removed + status
}

/** Returns how many texts and languages differ. */
export function changesInReply({ languages, languageChanges }: ReplyOf<typeof api.releases.compare>): number {
  return languages.reduce((sum, one) => sum + changesInLanguage(one), languageChanges.length)
}
