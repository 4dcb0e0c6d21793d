import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnId } from '../../../lib/access/own-id.ts'
import { announce } from '../../../lib/notices/announce.ts'
import { showToast } from '../../../lib/notices/toast.ts'
import { useSaving } from '../../../lib/saving/use-saving.ts'
import { useLatestCallback } from '../../../lib/use-latest-callback.ts'

type Where = {
  readonly project: string
  readonly language: string
  readonly openKey: number | null
  readonly onOpen: (keyId: number) => void
}

/** Reports a failed save after the person has moved on to another string, with a link back to it. */
export function useReturnedSaves({ project, language, openKey, onOpen }: Where): void {
  const { t } = useTranslation('translations')
  const saving = useSaving()
  const ownId = useOwnId()
  const showReturned = useLatestCallback(
    (keyId: number, kind: 'cameBackStale' | 'cameBackOwn' | 'cameBack') => {
      if (keyId === openKey) return
      const text = t(`save.${kind}`)
      announce(text, 'assertive')
      showToast(text, { tone: 'problem', action: { label: t('save.openIt'), run: () => onOpen(keyId) } })
    },
  )
  useEffect(
    () =>
      saving.onEnd(({ save, outcome }) => {
        if (save.project !== project || save.language !== language || outcome.kind === 'done') return
        if (outcome.kind !== 'stale') showReturned(save.keyId, 'cameBack')
        else
          showReturned(
            save.keyId,
            outcome.current?.actor?.id === ownId && ownId !== null ? 'cameBackOwn' : 'cameBackStale',
          )
      }),
    [saving, project, language, showReturned, ownId],
  )
}
