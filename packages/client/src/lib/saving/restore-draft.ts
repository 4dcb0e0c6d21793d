import { sameAddress } from '../server/string-address.ts'
import type { Saving } from './create-saving.ts'
import type { StoredDraft } from './draft-store.ts'

/**
 * Stores a discarded draft again. Returns false if a newer text of its string is stored or being saved, also by another
 * window: that one stays.
 */
export function restoreDraft(
  { drafts, unsaved }: Pick<Saving, 'drafts' | 'unsaved'>,
  { draft, ...address }: StoredDraft,
): boolean {
  const newer = unsaved.get()
  if ([...newer.drafts, ...newer.saves].some((one) => sameAddress(one, address))) return false
  drafts.write(address, draft)
  return true
}
