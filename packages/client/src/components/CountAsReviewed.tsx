import { useTranslation } from 'react-i18next'
import { Checkbox } from '../ui/Checkbox.tsx'

export type CountAsReviewedProps = {
  readonly isSelected: boolean
  /** Why the person cannot review anything here. */
  readonly refusal?: string | null
  readonly onChange: (isSelected: boolean) => void
}

/** Asks whether translations that come from files have been reviewed already. */
export function CountAsReviewed({ isSelected, refusal = null, onChange }: CountAsReviewedProps) {
  const { t } = useTranslation()
  return (
    <Checkbox
      isSelected={isSelected}
      isDisabled={refusal !== null}
      onChange={onChange}
      hint={refusal ?? t('countAsReviewedHint')}
    >
      {t('countAsReviewed')}
    </Checkbox>
  )
}
