import type { EntryState } from '../format.ts'

/** Returns the state for a cell's word; null if it is not a common one. */
export function stateOfWord(text: string): EntryState | null {
  return (
    STATES.get(text) ??
    STATES.get(
      text
        .trim()
        .toLowerCase()
        .replaceAll(/[\s_-]+/g, ' '),
    ) ??
    null
  )
}

/** Returns the word for a state: one that the column already uses, else a plain one. */
export function wordForState(state: EntryState, present: Iterable<string>): string {
  for (const word of present) if (stateOfWord(word) === state) return word
  return state
}

const STATES: ReadonlyMap<string, EntryState> = new Map<string, EntryState>([
  ...words('draft', [
    'draft',
    'fuzzy',
    'unfinished',
    'new',
    'initial',
    'untranslated',
    'needs review',
    'needs work',
    'needs translation',
  ]),
  ...words('translated', ['translated', 'done', 'complete', 'completed']),
  ...words('reviewed', ['reviewed', 'approved', 'final', 'signed off', 'proofread', 'verified']),
])

function words(state: EntryState, list: readonly string[]): readonly (readonly [string, EntryState])[] {
  return list.map((word) => [word, state])
}
