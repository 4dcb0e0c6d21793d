import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import styles from './ThumbButtons.module.css'
import type { Review } from './use-review.ts'

/** On phones: actions for the open item, within reach of the thumb. */
export function ThumbButtons({ review }: { readonly review: Review }) {
  const { t } = useTranslation('review')
  const { rights, cursor } = review
  const { item } = cursor
  if (item === undefined || rights === null || cursor.editing !== null) return null
  return (
    <div className={styles.buttons} data-foot="thumb">
      <Button refusal={rights.reject} onPress={() => review.askToReject([item])}>
        {t('reject')}
      </Button>
      <Button refusal={rights.edit} onPress={review.edit}>
        {t('edit')}
      </Button>
      <Button look="primary" refusal={rights.approve} onPress={() => review.approve([item])}>
        <Check aria-hidden="true" />
        {t(item.on === 'text' ? 'approve' : 'accept')}
      </Button>
    </div>
  )
}
