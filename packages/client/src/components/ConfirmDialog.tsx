import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorLine } from './ErrorLine.tsx'

/** Asks before an action that cannot be undone, or concerns many people, and says what it does. */
export function ConfirmDialog({
  title,
  about,
  act,
  error,
  isPending,
  isDisabled = false,
  look = 'danger',
  onAct,
  onClose,
  children,
}: {
  readonly title: string
  readonly about: string
  /** Label of the button that does it. */
  readonly act: string
  readonly error: unknown
  readonly isPending: boolean
  readonly isDisabled?: boolean
  /** `primary` if nothing is lost. */
  readonly look?: 'danger' | 'primary'
  readonly onAct: () => void
  readonly onClose: () => void
  readonly children?: ReactNode
}) {
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      role="alertdialog"
      size="small"
      actions={
        <Button look={look} isPending={isPending} isDisabled={isDisabled} onPress={onAct}>
          {act}
        </Button>
      }
    >
      <p>{about}</p>
      {children}
      <ErrorLine error={error} />
    </Dialog>
  )
}
