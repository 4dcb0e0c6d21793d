import type { RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { useTranslation } from 'react-i18next'
import type { Status } from '../../../lib/status/status.ts'
import styles from './Status.module.css'
import { StatusPanel } from './StatusPanel.tsx'

export type StatusPopoverProps = {
  readonly trigger: RefObject<HTMLButtonElement | null>
  readonly status: Status
  readonly project: string | null
  readonly onClose: () => void
}

/** The panel under the indicator. */
export function StatusPopover({ trigger, status, project, onClose }: StatusPopoverProps) {
  const { t } = useTranslation('status')
  return (
    <Popover
      className={styles.popover ?? ''}
      triggerRef={trigger}
      isOpen
      onOpenChange={(open) => !open && onClose()}
      placement="bottom end"
      offset={6}
    >
      <Dialog className={styles.panel ?? ''} aria-label={t('panel')}>
        <StatusPanel status={status} project={project} onLeave={onClose} />
      </Dialog>
    </Popover>
  )
}
