import type { Audience } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx'

export type ShareQuestionProps = {
  /** Name of the project. */
  readonly project: string
  readonly audience: Exclude<Audience, 'members'>
  readonly request: ConfirmDialogProps['request'] & {}
  readonly onShare: () => void
  readonly onClose: () => void
}

/** Asks before a project is visible to more people, and says what they will see. */
export function ShareQuestion({ project, audience, request, onShare, onClose }: ShareQuestionProps) {
  const { t } = useTranslation('settings')
  return (
    <ConfirmDialog
      title={t(`sharing.ask.${audience}`, { project })}
      about={t(audience === 'everyone' ? 'sharing.visibleToAll' : 'sharing.visible')}
      act={t('sharing.act')}
      request={request}
      onAct={onShare}
      onClose={onClose}
    />
  )
}
