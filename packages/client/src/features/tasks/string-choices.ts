import type { CountsReply } from '@dragoman/contract'
import type { AssignAsked } from '../../components/AssignButton.tsx'
import { namespaceTerm } from '../../lib/access/step-target.ts'

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

/** Returns the search line that finds the strings of a choice in some namespaces; null: in all. */
export function choiceQuery(choice: StringChoice, namespaces: readonly string[] | null): string {
  return [QUERIES[choice], ...(namespaces ?? []).map(namespaceTerm)].filter((term) => term !== '').join(' ')
}

/** Returns the number of strings of a choice in a whole language. */
export function choiceCount(choice: StringChoice, counts: CountsReply): number {
  return choice === 'all' ? counts.total + counts.sourceless : counts[choice]
}

/** Returns what a task is created for; null while the number of strings is unknown. */
export function selectionOf(
  choice: StringChoice,
  {
    language,
    namespaces,
    count,
  }: {
    readonly language: string
    readonly namespaces: readonly string[] | null
    readonly count: number | undefined
  },
): (AssignAsked & { readonly count: number }) | null {
  if (count === undefined) return null
  return {
    select: { q: choiceQuery(choice, namespaces), language },
    count,
    languages: [language],
    namespaces: namespaces ?? [],
    goal: choice === 'translated' ? 'reviewed' : 'translated',
  }
}
