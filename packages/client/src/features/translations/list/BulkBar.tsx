import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type AssignAsked, AssignButton } from '../../../components/AssignButton.tsx'
import { StateMark } from '../../../components/StateMark.tsx'
import { useAccess } from '../../../lib/access/access.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu, MenuRow } from '../../../ui/Menu.tsx'
import styles from './BulkBar.module.css'
import type { StringPage } from './list-state.ts'
import type { BulkAct } from './use-bulk-edit.ts'

export type BulkBarProps = {
  /** The number of selected strings; `atLeast`: they are not counted yet. */
  readonly selected: Total
  /** Selects the whole list, of this length; null: it is selected. */
  readonly all: { readonly total: Total; readonly onSelect: () => void } | null
  readonly isBusy: boolean
  /** Why nothing can be done with these strings. */
  readonly problem: string | null
  readonly onAct: (act: BulkAct) => void
  readonly onClear: () => void
  readonly assign: AssignAsked
}

const STATES = ['draft', 'translated', 'reviewed'] as const

type Total = StringPage['total']

/** Actions for all selected strings together; each can be undone. */
export function BulkBar({ selected, all, isBusy, problem, onAct, onClear, assign }: BulkBarProps) {
  const { t } = useTranslation('translations')
  const refusal = useAccess().onSomeText('translations.bulk') ?? problem
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('bulk.label')} data-foot="bar">
      <span className={styles.count} role="status">
        {selected.atLeast
          ? t('bulk.countAtLeast', { number: selected.count })
          : t('bulk.count', { count: selected.count })}
        {all === null ? null : (
          <Button look="quiet" size="small" onPress={all.onSelect}>
            {all.total.atLeast ? t('bulk.allFound') : t('bulk.all', { count: all.total.count })}
          </Button>
        )}
      </span>
      {refusal === null ? (
        <Menu
          label={t('bulk.state')}
          placement="top end"
          trigger={
            <Button size="small" isDisabled={isBusy}>
              {t('bulk.state')}
            </Button>
          }
          onAction={(key) => {
            const state = STATES.find((one) => one === key)
            if (state !== undefined) onAct({ kind: 'set-state', state })
          }}
        >
          {STATES.map((state) => (
            <MenuRow key={state} id={state} textValue={t(`filter.${state}`)}>
              <span className={styles.state}>
                <StateMark state={state} named="beside" />
                {t(`filter.${state}`)}
              </span>
            </MenuRow>
          ))}
        </Menu>
      ) : (
        <Button size="small" refusal={refusal}>
          {t('bulk.state')}
        </Button>
      )}
      <Button
        size="small"
        refusal={refusal}
        isDisabled={isBusy}
        onPress={() => onAct({ kind: 'copy-source' })}
      >
        {t('bulk.copySource')}
      </Button>
      <Button
        size="small"
        look="danger"
        refusal={refusal}
        isDisabled={isBusy}
        onPress={() => onAct({ kind: 'clear' })}
      >
        {t('bulk.clear')}
      </Button>
      <AssignButton asked={assign} size="small" />
      <IconButton size="small" label={t('bulk.none')} onPress={onClear}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  )
}
