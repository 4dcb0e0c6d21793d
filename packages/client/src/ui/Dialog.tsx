import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useTranslation } from 'react-i18next'
import styles from './Dialog.module.css'
import { IconButton } from './IconButton.tsx'

export type DialogProps = {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  /** Buttons at the bottom. */
  readonly actions?: ReactNode
  readonly size?: 'small' | 'normal' | 'large'
  readonly role?: 'dialog' | 'alertdialog'
  /** `sheet`: on phones it comes from below, over the full width. */
  readonly place?: 'sheet'
}

/** A question or a small form over the page. The focus moves in, stays in, and returns. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  actions,
  size = 'normal',
  role = 'dialog',
  place,
}: DialogProps) {
  const { t } = useTranslation()
  return (
    <ModalOverlay
      className={`${styles.shade} ${place === undefined ? '' : styles[place]}`}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={role === 'dialog'}
    >
      <Modal className={`${styles.modal} ${styles[size]}`}>
        <AriaDialog className={styles.dialog ?? ''} role={role}>
          <div className={styles.header}>
            <Heading slot="title" level={2} className={styles.title ?? ''}>
              {title}
            </Heading>
            <IconButton label={t('close')} size="small" onPress={onClose}>
              <X aria-hidden="true" />
            </IconButton>
          </div>
          <div className={styles.body}>{children}</div>
          {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
