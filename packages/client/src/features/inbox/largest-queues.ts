import type { CountsReply } from '@dragoman/contract'

/** Work that is left in one language of a project, of one kind. */
export type RemainingQueue = {
  readonly project: { readonly slug: string; readonly name: string }
  readonly language: string
  readonly kind: 'review' | 'translate' | 'outdated'
  readonly count: number
}

export type ProjectWork = {
  readonly project: RemainingQueue['project']
  readonly languages: readonly {
    readonly tag: string
    readonly waiting: number
    readonly counts: Pick<CountsReply, 'untranslated' | 'outdated'>
  }[]
}

/** Returns the largest queues that the person can work on, in all projects; empty ones are left out. */
export function largestQueues(
  works: readonly ProjectWork[],
  may: (project: string, language: string, what: 'review' | 'translate') => boolean,
  limit: number,
): readonly RemainingQueue[] {
  return works
    .flatMap(({ project, languages }) =>
      languages.flatMap(({ tag, waiting, counts }): RemainingQueue[] => {
        const of = { project, language: tag }
        return [
          ...(may(project.slug, tag, 'review') ? [{ ...of, kind: 'review' as const, count: waiting }] : []),
          ...(may(project.slug, tag, 'translate')
            ? [
                { ...of, kind: 'translate' as const, count: counts.untranslated },
                { ...of, kind: 'outdated' as const, count: counts.outdated },
              ]
            : []),
        ]
      }),
    )
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, limit)
}
