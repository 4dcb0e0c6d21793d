import type { TaskReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showToast, undoAction } from '../../lib/notices/toast.ts'
import { useFailureToast } from '../../lib/server/failure-text.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { useRefresh } from '../../lib/server/use-refresh.ts'
import { taskMutations } from './queries.ts'

/** Completes, reopens and deletes tasks, each with *Undo*. */
export function useTaskActs(project: string) {
  const { t } = useTranslation(['tasks', 'common'])
  const showFailure = useFailureToast()
  const changed = useRefresh(projectKey(project, 'tasks'))
  const act = useMutation({
    mutationFn: ({
      run,
    }: {
      readonly run: () => Promise<unknown>
      readonly back: () => Promise<unknown>
      readonly said: string
    }) => run(),
    onSuccess: (_, { back, said }) => {
      const undo = async () => {
        try {
          await back()
        } catch (error) {
          showFailure(error)
        }
        await changed()
      }
      showToast(said, { action: undoAction(t('common:undo'), () => void undo()) })
    },
    onError: showFailure,
    onSettled: changed,
  })
  return {
    finish: ({ id, title, doneAt }: TaskReply) => {
      const done = doneAt === null
      act.mutate({
        run: () => taskMutations.finish(project, id, done),
        back: () => taskMutations.finish(project, id, !done),
        said: t(done ? 'said.finished' : 'said.reopened', { title }),
      })
    },
    remove: ({ id, title }: TaskReply) =>
      act.mutate({
        run: () => taskMutations.remove(project, id),
        back: () => taskMutations.restore(project, id),
        said: t('said.removed', { title }),
      }),
  }
}
