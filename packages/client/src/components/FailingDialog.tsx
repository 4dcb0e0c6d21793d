import type { KeyReply, RefusedItem } from '@dragoman/contract'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import styles from './FailingDialog.module.css'
import { KeyName } from './KeyName.tsx'

/** A text that fails checks, and would be approved nevertheless. */
export type FailingItem<Item = { readonly key: Pick<KeyReply, 'id' | 'namespace' | 'name'> }> = {
  readonly item: Item
  readonly issues: readonly Pick<RefusedItem['issues'][number], 'code' | 'form' | 'params'>[]
}

export type FailingDialogProps = {
  readonly failing: readonly FailingItem[]
  /** Names the button that approves nothing; default: *Cancel*. */
  readonly cancelLabel?: string
  /** Approves them nevertheless. */
  readonly onApprove: () => Promise<unknown>
  readonly onClose: () => void
}

const SHOWN = 6

/** Asks before texts that fail a check are approved, and says which checks. */
export function FailingDialog({ failing, cancelLabel, onApprove, onClose }: FailingDialogProps) {
  const { t } = useTranslation(['review', 'issues'])
  const [isPending, setIsPending] = useState(false)
  const count = failing.length
  const approve = async () => {
    setIsPending(true)
    await onApprove()
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('failing.title', { count })}
      size="normal"
      look="plain"
      onClose={onClose}
      {...(cancelLabel === undefined ? {} : { cancelLabel })}
      act={t('failing.approve', { count })}
      request={{ isPending }}
      onAct={() => void approve()}
    >
      <ul className={styles.list}>
        {failing.slice(0, SHOWN).map(({ item, issues }) => (
          <li key={item.key.id}>
            <KeyName namespace={item.key.namespace} name={item.key.name} />
            <ul>
              {issues.map((issue) => (
                <li key={`${issue.code}${issue.form}${JSON.stringify(issue.params)}`}>
                  <TriangleAlert aria-hidden="true" />
                  {t(`issues:${issue.code}`, { ...issue.params })}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {count > SHOWN ? <p>{t('failing.more', { count: count - SHOWN })}</p> : null}
    </ConfirmDialog>
  )
}
