import type { EntryState } from '../format.ts'

/** What a cell of a state column says; null for a word nobody has agreed on. */
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

/** The word for a state: the one that the column has already, else a plain one. */
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
