import { type ReactNode, useId } from 'react'
import { Button, type ButtonLook } from '../ui/Button.tsx'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import { ErrorLine } from './ErrorLine.tsx'

export type FormDialogProps = Omit<DialogProps, 'isOpen' | 'actions'> & {
  /** Label of the button that acts. */
  readonly act: string
  readonly onAct: () => void
  /** What the button starts, usually a mutation: meanwhile it cannot be pressed again. */
  readonly request?: { readonly isPending: boolean; readonly error?: unknown }
  /** Shown instead of the error of the request; null: none, because its field shows it. */
  readonly error?: unknown
  readonly look?: ButtonLook
  readonly isDisabled?: boolean
  readonly refusal?: string | null
  /** Buttons before the one that acts. */
  readonly others?: ReactNode
  /** Enter in a field acts too. */
  readonly actsOnEnter?: true
}

/** Fields with one button that acts: shows that it is pending, and the error of the last attempt. */
export function FormDialog({
  act,
  onAct,
  request = { isPending: false },
  error = request.error,
  look = 'primary',
  isDisabled = false,
  refusal = null,
  others,
  actsOnEnter,
  children,
  ...dialog
}: FormDialogProps) {
  const form = useId()
  const fields = (
    <>
      <ErrorLine error={error} />
      {children}
    </>
  )
  return (
    <Dialog
      {...dialog}
      isOpen
      actions={
        <>
          {others}
          <Button
            look={look}
            isPending={request.isPending}
            isDisabled={isDisabled}
            refusal={refusal}
            {...(actsOnEnter ? { type: 'submit', form } : { onPress: onAct })}
          >
            {act}
          </Button>
        </>
      }
    >
      {actsOnEnter ? (
        <form
          id={form}
          className="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            onAct()
          }}
        >
          {fields}
        </form>
      ) : (
        fields
      )}
    </Dialog>
  )
}
