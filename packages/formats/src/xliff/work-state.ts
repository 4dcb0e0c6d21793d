import type { EntryState } from '../format.ts'

/** XLIFF 1.2, 3.3.1 (values of `state`): values with these prefixes still need work. */
const DRAFT_1 = /^(?:new|needs-)/
const REVIEWED_1: ReadonlySet<string> = new Set(['final', 'signed-off'])

/**
 * Returns the state by the attributes of a `<target>` and its `<trans-unit>`. `state` is more precise;
 * `approved` is used if it is inconclusive.
 */
export function stateOf1(state: string | null, approved: string | null): EntryState | null {
  if (state !== null && DRAFT_1.test(state)) return 'draft'
  if ((state !== null && REVIEWED_1.has(state)) || approved === 'yes') return 'reviewed'
  return state === 'translated' ? 'translated' : null
}

/** The state of a target without a text, in files with states. */
export const EMPTY_STATE_1 = 'new'

export const STATE_NAMES_1: Readonly<Record<EntryState, string>> = {
  draft: 'needs-review-translation',
  translated: 'translated',
  reviewed: 'final',
}

/**
 * Returns the state by XLIFF 2.0, 4.3.1 `state`: an absent one means `initial`, but is inconclusive for an
 * existing text.
 */
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
