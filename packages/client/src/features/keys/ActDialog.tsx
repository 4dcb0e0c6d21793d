import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '../../lib/failure-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { BulkAct } from './BulkBar.tsx'
import type { KeyAct } from './use-key-acts.ts'

export type ActDialogProps = {
  readonly act: BulkAct
  readonly count: number
  readonly initial: string
  readonly suggestions: readonly string[]
  readonly error: unknown
  readonly isBusy: boolean
  readonly onAct: (act: KeyAct) => void
  readonly onClose: () => void
}

/** Asks for the tag, the namespace or the new name. */
export function ActDialog({ act, count, initial, suggestions, error, isBusy, onAct, onClose }: ActDialogProps) {
  const { t } = useTranslation(['keys', 'common'])
  const failureText = useFailureText()
  const [value, setValue] = useState(initial)
  const text = value.trim()
  const submit = () => {
    if (text === '') return
    if (act === 'tag') onAct({ kind: 'add-tag', tag: text })
    else if (act === 'move') onAct({ kind: 'move', namespace: text })
    else onAct({ kind: 'rename', name: value })
  }
  return (
    <Dialog
      title={t(`dialog.${act}`, { count })}
      isOpen
      onClose={onClose}
      size="small"
      actions={
        <>
          <Button onPress={onClose}>{t('common:cancel')}</Button>
          {act === 'tag' ? (
            <Button isDisabled={text === '' || isBusy} onPress={() => onAct({ kind: 'remove-tag', tag: text })}>
              {t('removeTag')}
            </Button>
          ) : null}
          <Button look="primary" isDisabled={text === ''} isPending={isBusy} onPress={submit}>
            {t(`do.${act}`)}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          label={t(`field.${act}`)}
          value={value}
          onChange={setValue}
          autoFocus
          {...(act === 'tag' ? {} : { code: true as const })}
          {...(suggestions.length === 0 ? {} : { hint: suggestions.slice(0, 12).join(' · ') })}
        />
      </form>
      {error === null ? null : (
        <div role="alert">
          <Note tone="error">{failureText(error)}</Note>
        </div>
      )}
    </Dialog>
  )
}
