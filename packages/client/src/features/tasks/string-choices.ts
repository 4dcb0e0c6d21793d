import type { CountsReply } from '@dragoman/contract'
import type { AssignAsked } from '../../components/AssignButton.tsx'

/** The strings of a language that a task can be created for without a search. */
export const STRING_CHOICES = ['untranslated', 'failing', 'outdated', 'translated', 'all'] as const
export type StringChoice = (typeof STRING_CHOICES)[number]

const QUERIES: Readonly<Record<StringChoice, string>> = {
  untranslated: 'state:untranslated',
  failing: 'is:failing',
  outdated: 'is:outdated',
  translated: 'state:translated',
  all: '',
}

/** Returns what a task is created for; null while the counts are unknown. */
export function selectionOf(
  choice: StringChoice,
  language: string,
  counts: CountsReply | undefined,
): AssignAsked | null {
  if (counts === undefined) return null
  return {
    select: { q: QUERIES[choice], language },
    count: choice === 'all' ? counts.total + counts.sourceless : counts[choice],
    languages: [language],
    goal: choice === 'translated' ? 'reviewed' : 'translated',
  }
}
