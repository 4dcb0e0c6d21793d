import type { ReactNode } from 'react'
import { useFailureText } from '../lib/server/failure-text.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Note } from '../ui/Note.tsx'

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
  const failureText = useFailureText()
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
      {error === null ? null : (
        <div role="alert">
          <Note tone="error">{failureText(error)}</Note>
        </div>
      )}
    </Dialog>
  )
}
