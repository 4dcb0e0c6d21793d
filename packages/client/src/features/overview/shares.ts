import type { CountsReply } from '@dragoman/contract'

/** Share of a language that is translated or reviewed, 0 to 1; an empty project is done. */
export function doneShare(counts: CountsReply): number {
  return counts.total === 0 ? 1 : (counts.translated + counts.reviewed) / counts.total
}

export type ToDo = {
  readonly kind: 'untranslated' | 'review' | 'failing' | 'outdated'
  readonly count: number
  readonly language: string
  readonly query: string
}

/** Returns the three most useful next steps in a language; those with nothing to do are omitted. */
export function toDo(language: string, counts: CountsReply): readonly ToDo[] {
  const all: readonly ToDo[] = [
    { kind: 'untranslated', count: counts.untranslated, language, query: 'state:untranslated' },
    { kind: 'failing', count: counts.failing, language, query: 'is:failing' },
    { kind: 'outdated', count: counts.outdated, language, query: 'is:outdated' },
    { kind: 'review', count: counts.translated, language, query: 'state:translated' },
  ]
  return all.filter(({ count }) => count > 0).slice(0, 3)
}
