import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '../lib/server/failure-text.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Note } from '../ui/Note.tsx'

/** Asks before an action that cannot be undone, and says what is lost. */
export function ConfirmDialog({
  title,
  about,
  act,
  error,
  isPending,
  isDisabled = false,
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
  readonly onAct: () => void
  readonly onClose: () => void
  readonly children?: ReactNode
}) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      role="alertdialog"
      size="small"
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button look="danger" isPending={isPending} isDisabled={isDisabled} onPress={onAct}>
            {act}
          </Button>
        </>
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
