import type { GridRow } from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import type { Saving } from '../../../lib/saving/create-saving.ts'
import { isOvertaken } from '../../../lib/saving/draft-store.ts'
import { pendingFor } from '../../../lib/saving/save-queue.ts'
import { translationOf } from './cell-text.ts'

/** The text that a cell shows, and on what a text is based that replaces it. */
export type ShownText = {
  readonly language: string
  readonly forms: Forms
  readonly base: Forms
  readonly baseVersion: number
  /** The person's own save of it is not confirmed yet. */
  readonly isPending: boolean
  /** It is a pasted text that was left out, and not saved. */
  readonly isLeftOut?: true
}

/**
 * Returns the text of a cell: the draft of this browser, a pending save, or the server's text; null if the row does not
 * have the language. What replaces a draft in a conflict is based on the text that the draft is based on: the person
 * has not seen the one that someone else has saved.
 */
export function shownText(
  { drafts, saver }: Pick<Saving, 'drafts' | 'saver'>,
  { row, language, project }: { readonly row: GridRow; readonly language: string; readonly project: string },
): ShownText | null {
  const saved = translationOf(row, language)
  if (saved === null) return null
  const address = { project, language, keyId: row.key.id }
  const pending = pendingFor(saver.queue.get(), address)
  const draft = drafts.read(address)
  const base = pending?.forms ?? saved.forms
  const seen =
    draft !== null && isOvertaken(draft, saved)
      ? { base: draft.base, baseVersion: draft.baseVersion }
      : { base, baseVersion: saved.version }
  return { language, forms: draft?.forms ?? base, ...seen, isPending: pending !== null }
}
