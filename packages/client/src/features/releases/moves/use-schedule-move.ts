import type { api, BodyOf, ScheduledMoveReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { showToast, undoAction } from '../../../lib/notices/toast.ts'
import { releaseMutations } from '../queries.ts'
import { useReleaseWords } from '../release/use-release-words.ts'
import { useMoveChannel } from './use-move-channel.ts'

type ScheduleBody = BodyOf<typeof api.releases.scheduleMove>

/** Schedules, changes and cancels moves of channels, and reports it with a way to undo. */
export function useScheduleMove(project: string) {
  const { t } = useTranslation(['releases', 'common'])
  const words = useReleaseWords()
  const { refresh, showFailure } = useMoveChannel(project)

  /** Refetches what is scheduled, whatever the result. */
  async function refreshed<T>(done: Promise<T>): Promise<T> {
    try {
      return await done
    } finally {
      await refresh()
    }
  }

  const undo = (run: () => Promise<unknown>) => ({
    action: undoAction(t('common:undo'), () => {
      refreshed(run()).then(() => showToast(t('common:undone')), showFailure)
    }),
  })

  const said = ({ channel, release, at }: Pick<ScheduledMoveReply, 'channel' | 'release' | 'at'>) =>
    t('said.scheduled', { name: channel, release: words.number(release), when: words.ahead(at) })

  return {
    /** The message for a move that was scheduled elsewhere. */
    said,
    async schedule(channel: string, body: ScheduleBody): Promise<void> {
      const move = await refreshed(releaseMutations.scheduleMove(project, channel, body))
      showToast(
        said(move),
        undo(() => releaseMutations.cancelScheduledMove(project, move.id)),
      )
    },
    async change(id: number, body: BodyOf<typeof api.releases.changeScheduledMove>): Promise<void> {
      const move = await refreshed(releaseMutations.changeScheduledMove(project, id, body))
      showToast(said(move))
    },
    /** Removes a move from the list. *Undo* schedules one that waited again, if its time has not passed. */
    async cancel(move: ScheduledMoveReply): Promise<void> {
      const { id, channel, release, percent, at, note, failedAt } = move
      await refreshed(releaseMutations.cancelScheduledMove(project, id))
      if (failedAt !== null) return
      showToast(
        t('said.moveCancelled', { name: channel, release: words.number(release) }),
        undo(() => releaseMutations.scheduleMove(project, channel, { release, percent, at, note })),
      )
    },
  }
}
