import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../../components/ErrorLine.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Form } from '../../../ui/Form.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { NamespaceField } from './NamespaceField.tsx'
import type { KeyAct } from './use-key-acts.ts'

export type ActDialogProps = {
  readonly act: 'tag' | 'move'
  readonly count: number
  readonly namespaces: readonly string[]
  readonly error: unknown
  readonly isBusy: boolean
  readonly onAct: (act: KeyAct) => void
  readonly onClose: () => void
}

/** Asks for the tag or the namespace. */
export function ActDialog({ act, count, namespaces, error, isBusy, onAct, onClose }: ActDialogProps) {
  const { t } = useTranslation(['keys', 'common'])
  const [value, setValue] = useState('')
  const text = value.trim()
  const submit = () => {
    if (text === '' || isBusy) return
    onAct(act === 'tag' ? { kind: 'add-tag', tag: text } : { kind: 'move', namespace: text })
  }
  return (
    <Dialog
      title={t(`dialog.${act}`, { count })}
      onClose={onClose}
      size="small"
      actions={
        <>
          {act === 'tag' ? (
            <Button
              isDisabled={text === '' || isBusy}
              onPress={() => onAct({ kind: 'remove-tag', tag: text })}
            >
              {t('removeTag')}
            </Button>
          ) : null}
          <Button look="primary" isDisabled={text === ''} isPending={isBusy} onPress={submit}>
            {t(`do.${act}`)}
          </Button>
        </>
      }
    >
      <Form onSubmit={submit}>
        {act === 'tag' ? (
          <TextField label={t('field.tag')} value={value} onChange={setValue} autoFocus />
        ) : (
          <NamespaceField names={namespaces} value={value} onChange={setValue} />
        )}
      </Form>
      <ErrorLine error={error} />
    </Dialog>
  )
}
