import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import styles from './SaveActions.module.css'
import type { StringText } from './use-string-text.ts'

export type SaveActionsProps = {
  readonly text: StringText
  readonly isBlocked: boolean
  readonly onSave: (kind: 'next' | 'stay' | 'draft' | 'review') => void
  /** Left out where the source itself is edited. */
  readonly onCopySource?: () => void
}

/** Ways to save. The first is what one does all day. */
export function SaveActions({ text, isBlocked, onSave, onCopySource }: SaveActionsProps) {
  const { t } = useTranslation('translations')
  const isReviewed = text.target.state === 'reviewed' && text.draft === null && !text.target.outdated
  return (
    <div className={styles.actions}>
      <Button look="primary" keys="mod+Enter" isDisabled={isBlocked} onPress={() => onSave('next')}>
        {t('save.next')}
      </Button>
      <Button isDisabled={isBlocked} onPress={() => onSave('stay')}>
        {t('save.save')}
      </Button>
      <Button isDisabled={isBlocked} onPress={() => onSave('draft')}>
        {t('save.asDraft')}
      </Button>
      <span className={styles.others}>
        {onCopySource === undefined ? null : (
          <Button look="ghost" onPress={onCopySource}>
            {t('save.copySource')}
          </Button>
        )}
        <Button look="ghost" isDisabled={isBlocked || isReviewed} onPress={() => onSave('review')}>
          {t('save.approve')}
        </Button>
      </span>
    </div>
  )
}
