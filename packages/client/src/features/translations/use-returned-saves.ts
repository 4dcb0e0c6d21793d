import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce.ts'
import { showToast } from '../../ui/toast.ts'
import { saving } from './saving.ts'
import { useLatestCallback } from './use-latest-callback.ts'

type Where = {
  readonly project: string
  readonly language: string
  readonly openKey: number | null
  readonly onOpen: (keyId: number) => void
}

/** Tells of a save that came back after one has gone on to another string, and leads back to it. */
export function useReturnedSaves({ project, language, openKey, onOpen }: Where): void {
  const { t } = useTranslation('translations')
  const tell = useLatestCallback((keyId: number, kind: 'stale' | 'refused') => {
    if (keyId === openKey) return
    const text = t(kind === 'stale' ? 'save.cameBackStale' : 'save.cameBack')
    announce(text, 'assertive')
    showToast(text, { tone: 'problem', action: { label: t('save.openIt'), run: () => onOpen(keyId) } })
  })
  useEffect(
    () =>
      saving().onEnd(({ save, outcome }) => {
        if (save.project === project && save.language === language && outcome.kind !== 'done') tell(save.keyId, outcome.kind)
      }),
    [project, language, tell],
  )
}
