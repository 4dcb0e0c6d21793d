import type { KeyReply } from '@dragoman/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { isComposing } from '../../../lib/is-composing.ts'
import { useLatestCallback } from '../../../lib/use-latest-callback.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import styles from './KeyPanel.module.css'
import type { FieldState } from './use-key-fields.ts'

export type KeyFieldProps = {
  readonly label: string
  /** The key as it is now. */
  readonly keyNow: KeyReply
  readonly rows?: number
  readonly maxLength?: number
  readonly inputMode?: 'numeric'
  readonly hint: string
  /** Why this person cannot change it. */
  readonly refusal: string | null
  /** Returns a sentence if the text cannot be saved. */
  readonly check?: (value: string) => string | null
  readonly field: FieldState
  /** Returns the text of the field in a version of the key. */
  readonly textOf: (key: KeyReply) => string
  /** `base`: the key that the person saw before typing, or when choosing between two texts. */
  readonly onSave: (value: string, base: KeyReply) => Promise<boolean>
}

/**
 * A text field that is saved on blur. What could not be saved stays in the field; after a conflict, the
 * person chooses.
 */
export function KeyField(props: KeyFieldProps) {
  const { label, keyNow, rows, maxLength, inputMode, hint, refusal, check, field, textOf, onSave } = props
  const { t } = useTranslation('keys')
  const { typed, problem, isSaving } = field
  const value = textOf(keyNow)
  const text = typed?.text ?? value
  const wrong = typed === null ? null : (check?.(typed.text) ?? null)
  const other = problem?.theirs ?? null

  const save = async (over: KeyReply | null) => {
    if (typed === null || wrong !== null) return
    if (await onSave(typed.text, over ?? typed.base)) field.discard(typed.text)
  }
  // Closing the panel or showing another key counts as blur too.
  const leave = useLatestCallback(() => (wrong === null ? void save(null) : field.report({ reason: wrong })))
  useEffect(() => leave, [leave])

  return (
    <div className={styles.field}>
      <TextField
        label={label}
        value={text}
        isReadOnly={refusal !== null}
        onChange={(next) => {
          if (next === value) field.discard()
          else field.keep({ text: next, base: typed?.base ?? keyNow })
        }}
        onBlur={() => void save(null)}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return
          if (event.key === 'Escape' && typed !== null) {
            field.discard()
            event.preventDefault()
          } else if (event.key === 'Enter' && rows === undefined) void save(null)
        }}
        {...(rows === undefined ? {} : { rows })}
        {...(maxLength === undefined ? {} : { maxLength })}
        {...(inputMode === undefined ? {} : { inputMode })}
        dir="auto"
        hint={<FieldHint text={text} maxLength={maxLength} isSaving={isSaving} hint={refusal ?? hint} />}
        problem={wrong ?? problem?.text}
      />
      {other === null ? null : (
        <div className={styles.choice}>
          <p>
            {t('panel.theirs')} <q dir="auto">{textOf(other)}</q>
          </p>
          <Button size="small" onPress={() => void save(other)}>
            {t('panel.keepMine')}
          </Button>
          <Button
            size="small"
            onPress={() => {
              field.discard()
              void onSave(textOf(other), other)
            }}
          >
            {t('panel.takeTheirs')}
          </Button>
        </div>
      )}
    </div>
  )
}

type FieldHintProps = Pick<KeyFieldProps, 'hint'> & {
  readonly isSaving: boolean
  readonly text: string
  readonly maxLength: number | undefined
}

/** What the field is for, or that it is being saved; and how much of its length is used. */
function FieldHint({ hint, isSaving, maxLength, text }: FieldHintProps) {
  const { t } = useTranslation('keys')
  const formats = useFormats()
  return (
    <span className={styles.hint}>
      {/* Keeps its height while saving, so that content below does not move away from a click. */}
      <span className={styles.said}>
        <span data-hidden={isSaving}>{hint}</span>
        {isSaving ? <span>{t('panel.saving')}</span> : null}
      </span>
      {maxLength === undefined ? null : (
        <bdi dir="ltr">
          {formats.number(text.length)} / {formats.number(maxLength)}
        </bdi>
      )}
    </span>
  )
}
