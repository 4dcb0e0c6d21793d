import { api, Failure, type ProjectReply, type UnsentAnswer } from '@dragoman/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/server/call.ts'
import { useFailureToast } from '../../lib/server/failure-text.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { endOfJob } from '../../lib/server/queries.ts'

export type ProjectChange = {
  readonly name?: string
  readonly slug?: string
  readonly syntax?: string
  readonly settings?: Partial<ProjectReply['settings']>
  readonly sharing?: ProjectReply['sharing']
}

/**
 * Changes name, address, message syntax or settings of a project. `before` is the project when that was requested: at its
 * end, a live event can have shown the new one.
 */
export function useProjectUpdate(
  project: ProjectReply,
  onDone: (next: ProjectReply, change: ProjectChange, before: ProjectReply) => void | Promise<void>,
  onError?: (error: unknown) => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: ProjectChange) =>
      call(api.projects.update, { params: { project: project.slug }, body: change }),
    onMutate: () => project,
    onSuccess: async (next, change, before) => {
      await onDone(next, change, before)
      await client.invalidateQueries({ queryKey: projectKey(next.slug) })
      await client.invalidateQueries({ queryKey: ['projects'] })
    },
    ...(onError === undefined ? {} : { onError }),
  })
}

/** Shares a project with more people, or with fewer. */
export function useSharing(project: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (sharing: ProjectReply['sharing']) => settingsMutations.share(project, sharing),
    onSuccess: () => client.invalidateQueries({ queryKey: projectKey(project) }),
  })
}

/** Takes back that a project was shared, from a notice that can outlive its screen. */
export function useUnsharing(project: string, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (sharing: ProjectReply['sharing']) => settingsMutations.share(project, sharing),
    onSuccess: () => {
      onDone()
      return client.invalidateQueries({ queryKey: projectKey(project) })
    },
    onError: useFailureToast(),
  })
}

export const languageMutations = {
  /** Adds a language, even with a code that no registry knows. Throws the failure of its job. */
  async add(project: string, tag: string): Promise<'added' | 'cancelled'> {
    const { job } = await call(api.languages.add, { params: { project }, body: { tag, allowUnknown: true } })
    const ended = job && (await endOfJob(project, job))
    if (ended?.problem) throw new Failure(ended.problem.code, ended.problem.params)
    return ended?.state === 'cancelled' ? 'cancelled' : 'added'
  },
  setFallback: (project: string, language: string, fallback: string | null) =>
    call(api.languages.update, { params: { project, language }, body: { fallback } }),
  remove: (project: string, language: string, unsent: UnsentAnswer | undefined) =>
    call(api.languages.remove, { params: { project, language }, query: unsent ?? {} }),
}

export const settingsMutations = {
  share: (project: string, sharing: ProjectReply['sharing']) =>
    call(api.projects.update, { params: { project }, body: { sharing } }),
}

export const settingsQueries = {
  /** How many translations from files wait for their first review, by language. */
  imported: (project: string) =>
    queryOptions({
      queryKey: projectKey(project, 'review', 'imported'),
      queryFn: async ({ signal }) =>
        (await call(api.review.imported, { params: { project }, signal })).languages,
    }),
}

export const reviewMutations = {
  approveImported: (project: string, languages: readonly string[]) =>
    call(api.review.approveImported, { params: { project }, body: { languages: [...languages] } }),
}
