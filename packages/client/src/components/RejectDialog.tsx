import { LIMITS, REJECTION_REASONS, type RejectionReason } from '@dragoman/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { RadioChoice } from '../ui/RadioChoice.tsx'
import { TextField } from '../ui/TextField.tsx'

/** Why something is rejected. */
export type Reason = { readonly kind: RejectionReason; readonly text: string }

export type RejectDialogProps = {
  readonly count: number
  readonly onReject: (reason: Reason) => void
  readonly onClose: () => void
}

/** Asks why: it reaches whoever wrote it. */
export function RejectDialog({ count, onReject, onClose }: RejectDialogProps) {
  const { t } = useTranslation('review')
  const [kind, setKind] = useState<RejectionReason>('meaning')
  const [text, setText] = useState('')
  const isIncomplete = kind === 'other' && text.trim() === ''
  const reject = () => {
    if (!isIncomplete) onReject({ kind, text: text.trim() })
  }
  return (
    <Dialog
      title={t('rejectDialog.title', { count })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button look="primary" keys="mod+Enter" isDisabled={isIncomplete} onPress={reject}>
            {t('rejectDialog.reject', { count })}
          </Button>
        </>
      }
    >
      <form
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          reject()
        }}
        onSubmit={(event) => event.preventDefault()}
      >
        <RadioChoice
          label={t('rejectDialog.why')}
          value={kind}
          onChange={setKind}
          options={REJECTION_REASONS.map((id) => ({
            id,
            name: t(`reason.${id}`),
            hint: t(`reasonAbout.${id}`),
          }))}
        />
        <TextField
          label={t('rejectDialog.sentence')}
          hint={t('rejectDialog.reaches')}
          rows={2}
          maxLength={LIMITS.reasonMax}
          value={text}
          onChange={setText}
        />
      </form>
    </Dialog>
  )
}
