import { X } from 'lucide-react'
import { type KeyboardEventHandler, type ReactNode, useEffect, useRef } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import styles from './Dialog.module.css'
import { IconButton } from './IconButton.tsx'

export type DialogProps = {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** The buttons of the foot, after *Cancel*, which every dialog with a foot has; null: only that one. */
  readonly actions?: ReactNode
  /** Label of the button that closes it without doing anything, if not *Cancel*. */
  readonly cancelLabel?: string
  readonly size?: 'small' | 'normal' | 'large'
  readonly role?: 'dialog' | 'alertdialog'
  /** Handles keys that are pressed between its title and its foot. */
  readonly onKeyDown?: KeyboardEventHandler
  /** `sheet`: on phones it comes from below, over the full width. */
  readonly place?: 'sheet'
}

/**
 * A question or a small form over the page. The focus moves to its first field, stays inside, and returns. The
 * body scrolls; title and foot stay.
 */
export function Dialog({
  title,
  onClose,
  children,
  actions,
  cancelLabel,
  size = 'normal',
  role = 'dialog',
  place,
  onKeyDown,
}: DialogProps) {
  const { t } = useTranslation()
  return (
    <ModalOverlay
      className={`${styles.shade} ${place === undefined ? '' : styles[place]}`}
      isOpen
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
          <Body onKeyDown={onKeyDown}>{children}</Body>
          {actions === undefined ? null : (
            <div className={styles.actions}>
              <Button onPress={onClose}>{cancelLabel ?? t('cancel')}</Button>
              {actions}
            </div>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

type BodyProps = { readonly children: ReactNode; readonly onKeyDown: KeyboardEventHandler | undefined }

function Body({ children, onKeyDown }: BodyProps) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const isTaken = body.current?.parentElement?.contains(document.activeElement)
    if (!isTaken) firstField(body.current)?.focus()
  }, [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles key presses of the fields inside
    <div ref={body} className={styles.body} onKeyDown={onKeyDown}>
      {children}
    </div>
  )
}

const FIELDS = 'input, textarea, button[aria-haspopup=listbox], [contenteditable=true], [role=radio]'

/** Returns the first field that can be changed: of radio buttons, the chosen one. */
function firstField(within: HTMLElement | null): HTMLElement | undefined {
  const fields = [...(within?.querySelectorAll<HTMLElement>(FIELDS) ?? [])].filter(
    (field) =>
      !field.hasAttribute('disabled') &&
      field.getAttribute('type') !== 'file' &&
      field.closest('[aria-hidden=true]') === null,
  )
  const [first] = fields
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first
  return (
    fields.find((field) => field instanceof HTMLInputElement && field.name === first.name && field.checked) ??
    first
  )
}
