import { useTranslation } from 'react-i18next'
import { type AssignAsked, AssignButton } from '../../components/AssignButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { SelectionBar } from '../../ui/SelectionBar.tsx'

export type ReviewBarProps = {
  readonly count: number
  readonly approveRefusal: string | null
  readonly rejectRefusal: string | null
  readonly onApprove: () => void
  readonly onReject: () => void
  readonly onClear: () => void
  readonly assign: AssignAsked
}

/** Actions for all selected items, with the only primary button. */
export function ReviewBar({
  count,
  approveRefusal,
  rejectRefusal,
  onApprove,
  onReject,
  onClear,
  assign,
}: ReviewBarProps) {
  const { t } = useTranslation('review')
  return (
    <SelectionBar
      label={t('bar.label')}
      count={t('bar.count', { count })}
      end={
        <Button look="ghost" keys="Escape" onPress={onClear}>
          {t('bar.clear')}
        </Button>
      }
    >
      <Button look="primary" keys="a" refusal={approveRefusal} onPress={onApprove}>
        {t('bar.approve', { count })}
      </Button>
      <Button keys="r" refusal={rejectRefusal} onPress={onReject}>
        {t('bar.reject', { count })}
      </Button>
      <AssignButton asked={assign} />
    </SelectionBar>
  )
}
