import { isFailure, type MemberChangeBody, type MemberReply, type RightsReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { useEndedInvitations } from '../../components/use-ended-invitations.ts'
import { announce } from '../../lib/notices/announce.ts'
import { showToast, undoAction } from '../../lib/notices/toast.ts'
import { useFailureToast } from '../../lib/server/failure-text.ts'
import { useRefresh } from '../../lib/server/use-refresh.ts'
import { memberMutations, memberQueries } from './queries.ts'
import { useKeptAccess } from './use-kept-access.ts'

/** Returns a change of one member based on the shown version. */
export function changeOf({ who, version }: MemberReply, rights: RightsReply | null): MemberChangeBody {
  return { who, baseVersion: version, rights }
}

/** Saves changes of members immediately, and offers to undo them. */
export function useMemberChanges(project: string) {
  const { t } = useTranslation('members')
  const showFailure = useFailureToast()
  const withEnded = useEndedInvitations()
  const { withKept } = useKeptAccess()

  const refresh = useRefresh(memberQueries.all(project))

  async function save(changes: readonly MemberChangeBody[], said: string): Promise<boolean> {
    try {
      const { undo, keptAccess, endedInvitations } = await memberMutations.change(project, changes)
      await refresh()
      showToast(withEnded(withKept(said, keptAccess), endedInvitations), {
        action: undoAction(t('common:undo'), () => void takeBack(undo)),
      })
      return true
    } catch (error) {
      showFailure(error)
      if (isFailure(error, 'stale-member') || isFailure(error, 'not-found')) await refresh()
      return false
    }
  }

  async function takeBack(undo: readonly MemberChangeBody[]): Promise<void> {
    try {
      const { endedInvitations } = await memberMutations.change(project, undo)
      if (endedInvitations === 0) announce(t('common:undone'))
      else showToast(withEnded(t('common:undone'), endedInvitations))
    } catch (error) {
      showFailure(error)
    }
    await refresh()
  }

  return { save, refresh }
}
