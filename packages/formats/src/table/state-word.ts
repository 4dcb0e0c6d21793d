import type { EntryState } from '../format.ts'

/** How a column shows states: as words, or as truth values, which say whether a text is a draft or is approved. */
export type StateKind = 'words' | 'fuzzy' | 'approved'

/** The states that a column distinguishes. */
export const STATES_OF_KIND: Readonly<Record<StateKind, readonly EntryState[]>> = {
  words: ['draft', 'translated', 'reviewed'],
  fuzzy: ['draft', 'translated'],
  approved: ['translated', 'reviewed'],
}

/**
 * Returns how a column with this heading shows states. `texts` are those of its cells: the first one other than the
 * heading itself decides whether they are truth values, as Weblate and the Translate Toolkit write them.
 */
export function stateKindOf(head: string, texts: Iterable<string>): StateKind {
  const kind = head.trim().toLowerCase()
  if (kind !== 'fuzzy' && kind !== 'approved') return 'words'
  for (const text of texts) {
    const word = text.trim().toLowerCase()
    if (word !== '' && word !== kind) return truthOf(word, kind) === null ? 'words' : kind
  }
  return kind
}

/** Returns the state that a cell shows; null: none, or not one of the usual ways to write it. */
export function stateOfCell(text: string, kind: StateKind): EntryState | null {
  if (kind === 'words') return stateOfWord(text)
  const truth = truthOf(text, kind)
  return truth === null ? null : truth ? SET_STATES[kind] : 'translated'
}

/** Returns what a cell contains for a state, in the spelling of its column; `present` are the texts of its other cells. */
export function cellForState(state: EntryState, kind: StateKind, present: Iterable<string>): string {
  if (kind === 'words') return wordForState(state, present)
  const wanted = state === SET_STATES[kind]
  let isBlankUsed = false
  let opposite = ''
  for (const text of present) {
    const truth = truthOf(text, kind)
    if (truth === wanted) return text
    if (truth !== null) opposite ||= text.trim()
    isBlankUsed ||= text.trim() === ''
  }
  return !wanted && isBlankUsed ? '' : oppositeOf(opposite, wanted)
}

/** The state of a text whose truth value is set. */
const SET_STATES = { fuzzy: 'draft', approved: 'reviewed' } as const

/** Words of both values; a column with one of them has the other one. */
const TRUTH_WORDS: readonly (readonly [set: string, unset: string])[] = [
  ['true', 'false'],
  ['yes', 'no'],
  ['1', '0'],
  ['x', ''],
]

/** Returns the truth value of a cell, as the Translate Toolkit reads it; null: none. */
function truthOf(text: string, kind: 'fuzzy' | 'approved'): boolean | null {
  const word = text.trim().toLowerCase()
  if (word === '') return null
  if (word === kind || TRUTH_WORDS.some(([set]) => set === word)) return true
  return TRUTH_WORDS.some(([, unset]) => unset === word) ? false : null
}

/** Returns the other value, with the same capitals; without an example as the Translate Toolkit writes it. */
function oppositeOf(example: string, wanted: boolean): string {
  const word = example.toLowerCase()
  const pair = TRUTH_WORDS.find((words) => words.includes(word) && word !== '')
  if (pair === undefined) return wanted ? 'True' : word === '' ? 'False' : ''
  const other = pair[wanted ? 0 : 1]
  if (example === word) return other
  return example === example.toUpperCase()
    ? other.toUpperCase()
    : other.slice(0, 1).toUpperCase() + other.slice(1)
}

/** Returns the state for a cell's word; null if it is not a common one. */
function stateOfWord(text: string): EntryState | null {
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
function wordForState(state: EntryState, present: Iterable<string>): string {
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
