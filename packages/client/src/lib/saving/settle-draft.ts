import type { TranslationReply } from '@dragoman/contract'
import { type Forms, sameForms } from '@dragoman/core'
import type { StringAddress } from '../server/string-address.ts'
import type { Saving } from './create-saving.ts'

/**
 * Deletes the draft of a text that was sent without the queue of saves. If more was typed meanwhile, that stays, based
 * on the text that the server has now; null: the text has not changed. Returns whether nothing is left to save.
 */
export function settleDraft(
  { drafts, rebaseOnServer }: Pick<Saving, 'drafts' | 'rebaseOnServer'>,
  address: StringAddress,
  { sent, saved }: { readonly sent: Forms; readonly saved: TranslationReply | null },
): boolean {
  const draft = drafts.read(address)
  if (draft === null) return true
  if (sameForms(draft.forms, sent)) {
    drafts.discard(address)
    return true
  }
  if (saved === null) return false
  drafts.write(address, { ...draft, base: saved.forms, baseVersion: saved.version, failure: null })
  rebaseOnServer(address, saved)
  return drafts.read(address) === null
}
