import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../../lib/access/access.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './SaveActions.module.css'

export type SaveActionsProps = {
  readonly language: string
  readonly namespace: string
  readonly isBlocked: boolean
  /** Reviewed, and unchanged since. */
  readonly isReviewed: boolean
  readonly onSave: (kind: 'next' | 'stay' | 'draft' | 'review') => void
  /** Suggests what was typed, for others to accept. */
  readonly onSuggest: () => void
  /** Absent when the source itself is edited. */
  readonly onCopySource?: () => void
}

/** The save buttons. The first is the most frequent action. */
export const SaveActions = memo(function SaveActions({
  language,
  namespace,
  isBlocked,
  isReviewed,
  onSave,
  onSuggest,
  onCopySource,
}: SaveActionsProps) {
  const { t } = useTranslation('translations')
  const access = useAccess()
  const onText = { language, namespace }
  const refusal = access.onText('translations.save', onText)
  const review = refusal ?? access.onText('translations.review', onText)
  const suggest = access.onText('suggestions.add', onText)
  // For people who may not save but may suggest, suggesting is the primary action.
  if (refusal !== null && suggest === null)
    return (
      <div className={styles.actions}>
        <Button look="primary" keys="mod+Enter" isDisabled={isBlocked} onPress={onSuggest}>
          {t('save.suggest')}
        </Button>
        {onCopySource === undefined ? null : (
          <Button look="ghost" onPress={onCopySource}>
            {t('save.copySource')}
          </Button>
        )}
      </div>
    )
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
        <Button look="ghost" refusal={suggest} isDisabled={isBlocked} onPress={onSuggest}>
          {t('save.suggestInstead')}
        </Button>
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
})
