import { ErrorLine } from './ErrorLine.tsx'
import { FormDialog, type FormDialogAct, type FormDialogLook } from './FormDialog.tsx'

export type ConfirmDialogProps = Omit<FormDialogLook, 'role' | 'children'> &
  FormDialogAct & { readonly about?: string; readonly children?: FormDialogLook['children'] }

/** Asks before an action that cannot be undone, or concerns many people, and says what it does. */
export function ConfirmDialog({ about, children, ...form }: ConfirmDialogProps) {
  return (
    <FormDialog look="danger" size="small" {...form} role="alertdialog" error={null}>
      {about === undefined ? null : <p>{about}</p>}
      {children}
      <ErrorLine error={form.request?.error} />
    </FormDialog>
  )
}
