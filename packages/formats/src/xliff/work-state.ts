import type { EntryState } from '../format.ts'

/** XLIFF 1.2, 3.3.1 (values of `state`): anything that begins so, and `x-…`, is still to be looked at. */
const DRAFT_1 = /^(?:new|needs-)/
const REVIEWED_1: ReadonlySet<string> = new Set(['final', 'signed-off'])

/**
 * What the attributes of a `<target>` and its `<trans-unit>` say. `state` is the more exact; `approved`
 * counts where it says nothing.
 */
export function stateOf1(state: string | null, approved: string | null): EntryState | null {
  if (state !== null && DRAFT_1.test(state)) return 'draft'
  if ((state !== null && REVIEWED_1.has(state)) || approved === 'yes') return 'reviewed'
  return state === 'translated' ? 'translated' : null
}

export const STATE_NAMES_1: Readonly<Record<EntryState, string>> = {
  draft: 'needs-review-translation',
  translated: 'translated',
  reviewed: 'final',
}

/** XLIFF 2.0, 4.3.1 `state`: an absent one means `initial`, but says nothing of a text that is there. */
export function stateOf2(state: string | null): EntryState | null {
  switch (state) {
    case 'initial':
      return 'draft'
    case 'translated':
      return 'translated'
    case 'reviewed':
    case 'final':
      return 'reviewed'
    default:
      return null
  }
}

export const STATE_NAMES_2: Readonly<Record<EntryState, string>> = {
  draft: 'initial',
  translated: 'translated',
  reviewed: 'reviewed',
}
