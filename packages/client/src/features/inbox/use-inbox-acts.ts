import type { NotificationReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { showToast, undoAction } from '../../lib/notices/toast.ts'
import { useFailureToast } from '../../lib/server/failure-text.ts'
import { INBOX } from '../../lib/server/inbox.ts'
import { useRefresh } from '../../lib/server/use-refresh.ts'
import { inboxMutations } from './queries.ts'

type Act = { readonly id: number; readonly what: () => Promise<unknown>; readonly said: string }

/** Returns what can be done with a notification. `onGone` is called before it disappears from the list. */
export function useInboxActs(current: NotificationReply | undefined, onGone: (id: number) => void) {
  const { t } = useTranslation('inbox')
  const formats = useFormats()
  const changed = useRefresh(INBOX)
  const showFailure = useFailureToast()
  const reopen = (id: number) => void inboxMutations.reopen([id]).catch(showFailure).then(changed)
  const act = useMutation({
    mutationFn: ({ what }: Act) => what(),
    onMutate: ({ id }) => onGone(id),
    onSuccess: (_, { id, said }) =>
      showToast(said, { action: undoAction(t('common:undo'), () => reopen(id)) }),
    onError: showFailure,
    onSettled: changed,
  })
  const run = (what: (id: number) => Promise<unknown>, said: string) => {
    if (current === undefined) return
    const { id } = current
    act.mutate({ id, what: () => what(id), said })
  }
  return {
    done: () => run((id) => inboxMutations.done([id]), t('said.done')),
    later: (until: string) =>
      run((id) => inboxMutations.later([id], until), t('said.later', { day: formats.day(until) })),
    reopen,
  }
}
