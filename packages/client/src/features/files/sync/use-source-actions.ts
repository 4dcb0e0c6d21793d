import { isFailure, type UnsentAnswer } from '@dragoman/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../lib/notices/toast.ts'
import { useFailureToast } from '../../../lib/server/failure-text.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { branchQueries, gitMutations, gitQueries, sourceMutations } from '../queries.ts'

/** Actions on a connected repository; each reports its result in a toast. */
export function useSourceActions(project: string, source: number) {
  const { t } = useTranslation(['git', 'files'])
  const showFailure = useFailureToast()
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: projectKey(project) })
  const onError = (error: unknown) => {
    showFailure(error)
    void refresh() // the problem is shown there
  }
  /**
   * Syncs translation branches and returns whether there are any. The pull might have merged them: then they
   * end now instead of at their next poll.
   */
  async function syncBranches(): Promise<boolean> {
    const { branches } = await client.fetchQuery(branchQueries.list(project))
    const own = branches.filter(({ into, state }) => into === source && state === 'open')
    // A branch that ended meanwhile no longer exists, and a problem is shown at the branch.
    await Promise.allSettled(own.map((branch) => sourceMutations.sync(branch.slug, branch.source)))
    return own.length > 0
  }
  const sync = useMutation({
    mutationFn: () => sourceMutations.sync(project, source),
    onSuccess: async ({ changed }) => {
      showToast(t('files:synced', { count: changed }))
      await refresh()
      if (await syncBranches()) await refresh()
    },
    onError,
  })
  const send = useMutation({
    mutationFn: () => gitMutations.send(project, source),
    onSuccess: async () => {
      showToast(t('git:sent'))
      await refresh()
    },
    onError,
  })
  const pause = useMutation({
    mutationFn: (isPaused: boolean) => gitMutations.update(project, source, { isPaused }),
    onSuccess: (state) => {
      client.setQueryData(gitQueries.state(project, source).queryKey, state)
      showToast(t(state.isPaused ? 'git:pausedNow' : 'git:resumedNow'))
      // Not awaited: until then the button, which says the opposite now, would ignore clicks.
      void refresh()
    },
    onError,
  })
  const disconnect = useMutation({
    mutationFn: (unsent: UnsentAnswer | undefined) => sourceMutations.disconnect(project, source, unsent),
    onSuccess: async () => {
      showToast(t('git:disconnected'))
      await refresh()
    },
    // Unsent texts are a question, which the button repeats.
    onError: (error) => (isFailure(error, 'unsent-texts') ? undefined : onError(error)),
  })
  return { sync, send, pause, disconnect }
}
