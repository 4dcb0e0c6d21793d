import { api, type BodyOf } from '@dragoman/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/server/call.ts'
import { pagesOf } from '../../lib/server/pages.ts'
import { projectKey } from '../../lib/server/project-key.ts'

/** A release by its number, the current texts, or nothing at all. */
export type Side = number | 'catalog' | 'nothing'
export type Comparison = { readonly from: Side; readonly to: Side }

const PAGE = 20
const MISSING_EVERY_MS = 10_000
/** Requests are counted by minute. */
const REQUESTS_EVERY_MS = 60_000
const OWN = { live: 'own' } as const
/** Comparisons are refetched by their own rules: see `use-next-changes.ts`. */
const COMPARED = { meta: OWN, placeholderData: keepPreviousData, refetchOnWindowFocus: false } as const

const sides = ({ from, to }: Comparison) => ({
  from: typeof from === 'number' ? from : 0,
  to: typeof to === 'number' ? to : ('catalog' as const),
})

export const releaseQueries = {
  list: (project: string) =>
    pagesOf(projectKey(project, 'releases', 'list'), (from, signal) => {
      const query = { limit: PAGE, ...from }
      return call(api.releases.list, { params: { project }, query, signal })
    }),
  requests: (project: string) =>
    queryOptions({
      queryKey: projectKey(project, 'releases', 'requests'),
      queryFn: ({ signal }) => call(api.releases.requests, { params: { project }, signal }),
      refetchInterval: REQUESTS_EVERY_MS,
      meta: OWN,
    }),
  /** Apps can report more keys at any time, without an event: refetched regularly if `isCollected`. */
  missingKeys: (project: string, isCollected: boolean) =>
    queryOptions({
      queryKey: projectKey(project, 'releases', 'missing'),
      queryFn: ({ signal }) => call(api.releases.missingKeys, { params: { project }, signal }),
      refetchInterval: isCollected ? MISSING_EVERY_MS : false,
    }),
  comparisons: (project: string) => projectKey(project, 'releases', 'compare'),
  compare: (project: string, comparison: Comparison) =>
    queryOptions({
      queryKey: [...releaseQueries.comparisons(project), comparison] as const,
      queryFn: ({ signal }) =>
        call(api.releases.compare, { params: { project }, query: sides(comparison), signal }),
      ...COMPARED,
    }),
  texts: (project: string, comparison: Comparison, language: string, limit: number) =>
    queryOptions({
      queryKey: [...releaseQueries.comparisons(project), comparison, language, limit] as const,
      queryFn: ({ signal }) => {
        const query = { ...sides(comparison), language, limit }
        return call(api.releases.compareTexts, { params: { project }, query, signal })
      },
      ...COMPARED,
    }),
}

export const releaseMutations = {
  create: (project: string, body: BodyOf<typeof api.releases.create>) =>
    call(api.releases.create, { params: { project }, body }),
  update: (project: string, release: number, body: BodyOf<typeof api.releases.update>) =>
    call(api.releases.update, { params: { project, release }, body }),
  addChannel: (project: string, body: BodyOf<typeof api.releases.addChannel>) =>
    call(api.releases.addChannel, { params: { project }, body }),
  updateChannel: (project: string, channel: string, body: BodyOf<typeof api.releases.updateChannel>) =>
    call(api.releases.updateChannel, { params: { project, channel }, body }),
  moveChannel: (project: string, channel: string, body: BodyOf<typeof api.releases.moveChannel>) =>
    call(api.releases.moveChannel, { params: { project, channel }, body }),
  scheduleMove: (project: string, channel: string, body: BodyOf<typeof api.releases.scheduleMove>) =>
    call(api.releases.scheduleMove, { params: { project, channel }, body }),
  changeScheduledMove: (
    project: string,
    move: number,
    body: BodyOf<typeof api.releases.changeScheduledMove>,
  ) => call(api.releases.changeScheduledMove, { params: { project, move }, body }),
  cancelScheduledMove: (project: string, move: number) =>
    call(api.releases.cancelScheduledMove, { params: { project, move } }),
  removeChannel: (project: string, channel: string) =>
    call(api.releases.removeChannel, { params: { project, channel } }),
  addKey: (project: string, body: BodyOf<typeof api.keys.create>) =>
    call(api.keys.create, { params: { project }, body }),
  forgetMissingKeys: (project: string, keys: readonly { namespace: string; name: string }[]) =>
    call(api.releases.forgetMissingKeys, { params: { project }, body: { keys: [...keys] } }),
}
