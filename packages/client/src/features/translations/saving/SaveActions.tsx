import { useTranslation } from 'react-i18next'
import { useAccess } from '../../../lib/access/access.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './SaveActions.module.css'
import type { StringText } from './use-string-text.ts'

export type SaveActionsProps = {
  readonly text: StringText
  readonly namespace: string
  readonly isBlocked: boolean
  readonly onSave: (kind: 'next' | 'stay' | 'draft' | 'review') => void
  /** Left out where the source itself is edited. */
  readonly onCopySource?: () => void
}

/** Ways to save. The first is what one does all day. */
export function SaveActions({ text, namespace, isBlocked, onSave, onCopySource }: SaveActionsProps) {
  const { t } = useTranslation('translations')
  const access = useAccess()
  const onText = { language: text.target.language, namespace }
  const refusal = access.onText('translations.save', onText)
  const review = refusal ?? access.onText('translations.review', onText)
  const isReviewed = text.target.state === 'reviewed' && text.draft === null && !text.target.outdated
  return (
    <div className={styles.actions}>
      <Button
        look="primary"
        keys="mod+Enter"
        refusal={refusal}
        isDisabled={isBlocked}
        onPress={() => onSave('next')}
      >
        {t('save.next')}
      </Button>
      <Button refusal={refusal} isDisabled={isBlocked} onPress={() => onSave('stay')}>
        {t('save.save')}
      </Button>
      <Button refusal={refusal} isDisabled={isBlocked} onPress={() => onSave('draft')}>
        {t('save.asDraft')}
      </Button>
      <span className={styles.others}>
        {onCopySource === undefined ? null : (
          <Button look="ghost" refusal={refusal} onPress={onCopySource}>
            {t('save.copySource')}
          </Button>
        )}
        <Button
          look="ghost"
          refusal={review}
          isDisabled={isBlocked || isReviewed}
          onPress={() => onSave('review')}
        >
          {t('save.approve')}
        </Button>
      </span>
    </div>
  )
}
