import type { api, BodyOf, ChannelReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../lib/notices/toast.ts'
import { useFailureToast } from '../../../lib/server/failure-text.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { useRefresh } from '../../../lib/server/use-refresh.ts'
import { releaseMutations } from '../queries.ts'
import { useReleaseWords } from '../release/use-release-words.ts'

/** Moves channels and reports it; refetches what they serve, whatever the result. */
export function useMoveChannel(project: string) {
  const { t } = useTranslation('releases')
  const words = useReleaseWords()
  const showFailure = useFailureToast()
  const refresh = useRefresh(projectKey(project, 'releases'))

  async function move(name: string, body: BodyOf<typeof api.releases.moveChannel>): Promise<ChannelReply> {
    try {
      const moved = await releaseMutations.moveChannel(project, name, body)
      const release = words.number(body.release)
      showToast(
        moved.next === null
          ? t('said.moved', { name, release })
          : t('said.shared', { name, release, share: words.share(moved.next.percent) }),
      )
      return moved
    } finally {
      await refresh()
    }
  }

  return {
    move,
    refresh,
    showFailure,
  }
}
