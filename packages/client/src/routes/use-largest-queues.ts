import { useQueries, useQuery } from '@tanstack/react-query'
import { largestQueues, type RemainingQueue } from '../features/inbox/largest-queues.ts'
import { projectQueries } from '../features/projects/queries.ts'
import { reviewQueries } from '../features/review/queries.ts'
import { sessionQueries } from '../features/session/queries.ts'
import { accessOf } from '../lib/access/access.ts'
import { workIn } from '../lib/access/use-work.ts'

const SHOWN = 3
/** Requests made for a screen that says what to do next. */
const PROJECTS = 8

/** Returns the largest queues that the signed-in person can work on, in their projects. */
export function useLargestQueues(isWanted: boolean): readonly RemainingQueue[] {
  const { data: session } = useQuery(sessionQueries.get())
  const { data: listed } = useQuery({ ...projectQueries.list(), enabled: isWanted })
  const actor = session?.actor ?? null
  const isOwn = (slug: string) => actor?.memberships.some(({ project }) => project === slug) === true
  // Owners can work in all projects.
  const own = (listed?.projects ?? [])
    .toSorted((a, b) => Number(isOwn(b.slug)) - Number(isOwn(a.slug)))
    .slice(0, PROJECTS)
  const answers = useQueries({
    queries: own.map(({ slug }) => ({ ...reviewQueries.languages(slug), enabled: isWanted })),
  })
  const works = own.flatMap(({ id, slug, name, sourceLanguage }, place) => {
    const languages = answers[place]?.data?.languages
    if (languages === undefined) return []
    const { steps } = workIn(accessOf(actor, id), { slug, sourceLanguage, languages }, { languages })
    return [{ project: { slug, name }, steps }]
  })
  return largestQueues(works, SHOWN)
}
