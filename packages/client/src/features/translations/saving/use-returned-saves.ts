import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnId } from '../../../lib/access/own-id.ts'
import { showToast } from '../../../lib/notices/toast.ts'
import { useSaving } from '../../../lib/saving/use-saving.ts'
import { useLatestCallback } from '../../../lib/use-latest-callback.ts'

type Where = {
  readonly project: string
  readonly language: string
  readonly openKey: number | null
  readonly onOpen: (keyId: number) => void
}

/**
 * Reports a failed save after the person has moved on to another string, with a link back to it, and a text that was
 * saved but not approved.
 */
export function useReturnedSaves({ project, language, openKey, onOpen }: Where): void {
  const { t } = useTranslation('translations')
  const saving = useSaving()
  const ownId = useOwnId()
  const showReturned = useLatestCallback(
    (keyId: number, kind: 'cameBackStale' | 'cameBackOwn' | 'cameBack' | 'notApproved') => {
      const isOpen = keyId === openKey
      if (isOpen && kind !== 'notApproved') return
      const action = isOpen
        ? {}
        : { action: { label: t('save.openIt'), run: () => onOpen(keyId), isUndo: false } }
      showToast(t(`save.${kind}`), { tone: 'problem', isUrgent: true, ...action })
    },
  )
  useEffect(
    () =>
      saving.onEnd(({ save, outcome }) => {
        if (save.project !== project || save.language !== language) return
        if (outcome.kind === 'done') {
          // Its source text has changed since the person saw it.
          if (save.state === 'reviewed' && outcome.translation.state !== 'reviewed')
            showReturned(save.keyId, 'notApproved')
        } else if (outcome.kind !== 'stale') showReturned(save.keyId, 'cameBack')
        else
          showReturned(
            save.keyId,
            outcome.current?.actor?.id === ownId && ownId !== null ? 'cameBackOwn' : 'cameBackStale',
          )
      }),
    [saving, project, language, showReturned, ownId],
  )
}
