import type { ReviewItemReply } from '@dragoman/contract'
import { type Forms, sameForms } from '@dragoman/core'
import type { Draft } from '../../lib/saving/draft-store.ts'
import { useDraft, useSaving } from '../../lib/saving/use-saving.ts'
import { proposedForms } from './review-item.ts'

export type ItemDraft = {
  /** What was typed for the string in this browser; null: nothing. */
  readonly typed: Forms | null
  /** The text has changed since the person started to type, or its source since they typed last. */
  readonly isStale: boolean
  readonly type: (forms: Forms) => void
  /** Bases what was typed on the current version of the text. */
  readonly restore: () => void
  readonly discard: () => void
}

/** Returns the draft of a string, shared with the editor, so that nothing typed is lost. */
export function useItemDraft(project: string, item: ReviewItemReply | undefined): ItemDraft {
  const { drafts } = useSaving()
  const address = { project, language: item?.target.language ?? '', keyId: item?.key.id ?? 0 }
  const draft = useDraft(address)
  const write = (forms: Forms, from: { readonly base: Forms; readonly baseVersion: number }) => {
    const keyName = item === undefined ? undefined : `${item.key.namespace}:${item.key.name}`
    const { base, baseVersion } = from
    const on = { base, baseVersion, sourceVersion: item?.source.version }
    drafts.write(address, { forms, ...on, at: Date.now(), failure: null, keyName })
  }
  const now = { base: item?.target.forms ?? {}, baseVersion: item?.target.version ?? 0 }
  return {
    typed: draft?.forms ?? null,
    isStale: draft !== null && (draft.baseVersion !== now.baseVersion || isForEarlierSource(draft, item)),
    type: (forms) => {
      if (item !== undefined && sameForms(forms, proposedForms(item))) drafts.discard(address)
      else write(forms, draft ?? now)
    },
    restore: () => draft !== null && write(draft.forms, now),
    discard: () => drafts.discard(address),
  }
}

function isForEarlierSource({ sourceVersion }: Draft, item: ReviewItemReply | undefined): boolean {
  return sourceVersion !== undefined && sourceVersion !== item?.source.version
}
