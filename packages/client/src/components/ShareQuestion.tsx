import type { Audience } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from './ConfirmDialog.tsx'

export type ShareQuestionProps = {
  /** Name of the project. */
  readonly project: string
  readonly audience: Exclude<Audience, 'members'>
  readonly error: unknown
  readonly isPending: boolean
  readonly onShare: () => void
  readonly onClose: () => void
}

/** Asks before a project is visible to more people, and says what they will see. */
export function ShareQuestion({ project, audience, error, isPending, onShare, onClose }: ShareQuestionProps) {
  const { t } = useTranslation('settings')
  return (
    <ConfirmDialog
      title={t(`sharing.ask.${audience}`, { project })}
      about={t(audience === 'everyone' ? 'sharing.visibleToAll' : 'sharing.visible')}
      act={t('sharing.act')}
      error={error}
      isPending={isPending}
      onAct={onShare}
      onClose={onClose}
    />
  )
}
