import { type Forms, LIMITS, REJECTION_REASONS, type RejectionReason, sameForms } from '@dragoman/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onSubmitKeys, SUBMIT } from '../lib/shortcuts/shortcuts.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { RadioChoice } from '../ui/RadioChoice.tsx'
import { TextField } from '../ui/TextField.tsx'
import styles from './RejectDialog.module.css'
import type { TextFields, TypedString } from './text-fields-props.ts'
import type { TypedRejection } from './use-rejection-drafts.ts'

/** Why something is rejected. */
export type Reason = { readonly kind: RejectionReason; readonly text: string }

export type RejectDialogProps = {
  readonly count: number
  /** What is rejected, if it is one text: it stays in view. */
  readonly about?: ReactNode
  /** The text if it is a single one: another wording can be proposed for it. */
  readonly text?: { readonly forms: Forms; readonly string: TypedString; readonly fields: TextFields }
  /** It stays when the dialog is closed, until the rejection has passed. */
  readonly typed: TypedRejection
  /** False: rejecting failed, and what was typed stays. */
  readonly onReject: (reason: Reason, proposed: Forms | null) => Promise<boolean>
  readonly onClose: () => void
}

/** Asks for a reason and a better wording, which are sent to the author. */
export function RejectDialog(props: RejectDialogProps) {
  const { count, about, text: rejected, typed, onReject, onClose } = props
  const { t } = useTranslation('review')
  const { draft, change } = typed
  const { kind, text, proposed } = draft
  const [isPending, setIsPending] = useState(false)
  const isIncomplete = kind === 'other' && text.trim() === ''
  const reject = async () => {
    if (isIncomplete || isPending) return
    setIsPending(true)
    const isOther = proposed !== null && rejected !== undefined && !sameForms(proposed, rejected.forms)
    if (await onReject({ kind, text: text.trim() }, isOther ? proposed : null)) {
      typed.discard()
      onClose()
    } else setIsPending(false)
  }
  return (
    <Dialog
      title={t('rejectDialog.title', { count })}
      onClose={onClose}
      onKeyDown={onSubmitKeys(() => void reject())}
      actions={
        <Button
          look="primary"
          keys={SUBMIT.keys}
          isDisabled={isIncomplete}
          isPending={isPending}
          onPress={() => void reject()}
        >
          {t('rejectDialog.reject', { count })}
        </Button>
      }
    >
      <form className="form" onSubmit={(event) => event.preventDefault()}>
        {about === undefined ? null : <div className={styles.about}>{about}</div>}
        <RadioChoice
          autoFocus
          label={t('rejectDialog.why')}
          value={kind}
          onChange={(next) => change({ kind: next })}
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
          onChange={(next) => change({ text: next })}
        />
        {rejected === undefined ? null : proposed === null ? (
          <div>
            <Button onPress={() => change({ proposed: rejected.forms })}>{t('rejectDialog.propose')}</Button>
          </div>
        ) : (
          <section aria-label={t('rejectDialog.wording')}>
            <p className={styles.label}>{t('rejectDialog.wording')}</p>
            <rejected.fields
              string={rejected.string}
              forms={proposed}
              onForms={(forms) => change({ proposed: forms })}
            />
          </section>
        )}
      </form>
    </Dialog>
  )
}
