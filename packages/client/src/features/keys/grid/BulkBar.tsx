import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type AssignAsked, AssignButton } from '../../../components/AssignButton.tsx'
import { useAccess } from '../../../lib/access/access.ts'
import { Button } from '../../../ui/Button.tsx'
import { SelectionBar } from '../../../ui/SelectionBar.tsx'

export type BulkAct = 'tag' | 'move' | 'rename'
export type BulkBarProps = {
  readonly count: number
  readonly onAct: (act: BulkAct) => void
  readonly onDelete: () => void
  readonly onClear: () => void
  readonly isBusy: boolean
  readonly assign: AssignAsked
}

/** Actions for the selected keys. */
export function BulkBar({ count, onAct, onDelete, onClear, isBusy, assign }: BulkBarProps) {
  const { t } = useTranslation('keys')
  const refusal = useAccess().onKeys('keys.edit', assign.namespaces)
  return (
    <SelectionBar
      label={t('selection')}
      count={t('selectedCount', { count })}
      end={
        <>
          <Button look="ghost" onPress={onClear}>
            {t('clear')}
          </Button>
          <Button look="ghost" refusal={refusal} isDisabled={isBusy} onPress={onDelete}>
            <Trash2 aria-hidden="true" />
            {t('delete')}
          </Button>
        </>
      }
    >
      <Button refusal={refusal} onPress={() => onAct('tag')}>
        {t('tag')}
      </Button>
      <Button refusal={refusal} onPress={() => onAct('move')}>
        {t('move')}
      </Button>
      <Button refusal={refusal} onPress={() => onAct('rename')} isDisabled={count !== 1}>
        {t('rename')}
      </Button>
      <AssignButton asked={assign} />
    </SelectionBar>
  )
}
