import { type ReactNode, use, useId } from 'react'
import { onSubmitKeys } from '../lib/shortcuts/shortcuts.ts'
import { Button, type ButtonLook } from '../ui/Button.tsx'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import { Form } from '../ui/Form.tsx'
import { RefusalHelpContext } from '../ui/refusal-help.ts'
import { ErrorLine } from './ErrorLine.tsx'

type Request = { readonly isPending: boolean; readonly error?: unknown }

/** `request`: what the button starts, usually a mutation; meanwhile it cannot be pressed again. */
export type FormDialogAct =
  | { readonly onAct: () => void; readonly request?: Request }
  | { readonly onAct?: undefined; readonly request: Request & { readonly mutate: () => void } }

export type FormDialogLook = Omit<DialogProps, 'actions' | 'onKeyDown'> & {
  /** Label of the button that acts. */
  readonly act: string
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

export type FormDialogProps = FormDialogLook & FormDialogAct

/**
 * Fields with one button that acts: shows that it is pending, and the error of the last attempt. `SUBMIT` in a field acts
 * as the button does.
 */
export function FormDialog({
  act,
  onAct: ownAct,
  request,
  error = request?.error,
  look = 'primary',
  isDisabled = false,
  refusal = null,
  others,
  actsOnEnter,
  children,
  ...dialog
}: FormDialogProps) {
  const form = useId()
  const explain = use(RefusalHelpContext)
  const onAct = ownAct ?? (() => request.mutate())
  const isPending = request?.isPending === true
  const submit = () => {
    if (refusal !== null) explain(refusal)
    else if (!isDisabled && !isPending) onAct()
  }
  const fields = (
    <>
      <ErrorLine error={error} />
      {children}
    </>
  )
  return (
    <Dialog
      {...dialog}
      onKeyDown={onSubmitKeys(submit)}
      actions={
        <>
          {others}
          <Button
            look={look}
            isPending={isPending}
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
        <Form id={form} className="form" noValidate onSubmit={submit}>
          {fields}
        </Form>
      ) : (
        fields
      )}
    </Dialog>
  )
}
