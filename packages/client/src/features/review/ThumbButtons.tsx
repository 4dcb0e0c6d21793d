import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import styles from './ThumbButtons.module.css'
import type { ItemRights } from './use-item-rights.ts'

export type ThumbButtonsProps = {
  readonly isText: boolean
  readonly rights: ItemRights
  readonly onApprove: () => void
  readonly onEdit: () => void
  readonly onReject: () => void
}

/** On phones: actions for the open item, within reach of the thumb. */
export function ThumbButtons({ isText, rights, onApprove, onEdit, onReject }: ThumbButtonsProps) {
  const { t } = useTranslation('review')
  return (
    <div className={styles.buttons} data-foot="thumb">
      <Button refusal={rights.reject} onPress={onReject}>
        {t('reject')}
      </Button>
      <Button refusal={rights.edit} onPress={onEdit}>
        {t('edit')}
      </Button>
      <Button look="primary" refusal={rights.approve} onPress={onApprove}>
        <Check aria-hidden="true" />
        {t(isText ? 'approve' : 'accept')}
      </Button>
    </div>
  )
}
