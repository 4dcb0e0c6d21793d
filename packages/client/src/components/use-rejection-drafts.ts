import type { Forms, RejectionReason } from '@dragoman/core'
import { useState } from 'react'

type RejectionDraft = {
  readonly kind: RejectionReason
  readonly text: string
  /** Null: no other wording is proposed. */
  readonly proposed: Forms | null
}

/** What was typed for a rejection that is not sent yet. */
export type TypedRejection = {
  readonly draft: RejectionDraft
  readonly change: (part: Partial<RejectionDraft>) => void
  readonly discard: () => void
}

const EMPTY: RejectionDraft = { kind: 'meaning', text: '', proposed: null }

/**
 * Returns a function that returns what was typed for the rejection of something. A dialog that was closed by accident
 * contains it when it is opened again.
 */
export function useRejectionDrafts(): (of: string) => TypedRejection {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, RejectionDraft>>(new Map())
  return (of) => ({
    draft: drafts.get(of) ?? EMPTY,
    change: (part) => setDrafts((now) => new Map([...now, [of, { ...(now.get(of) ?? EMPTY), ...part }]])),
    discard: () => setDrafts((now) => new Map([...now].filter(([one]) => one !== of))),
  })
}
