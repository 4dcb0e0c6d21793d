import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isComposing } from '../lib/is-composing.ts'
import { isPressed, SUBMIT } from '../lib/shortcuts/shortcuts.ts'
import { Button } from '../ui/Button.tsx'
import styles from './EditText.module.css'
import type { TextFields, TextFieldsProps } from './text-fields-props.ts'

export type EditTextProps = TextFieldsProps & {
  readonly fields: TextFields
  readonly saveLabel: string
  readonly isSaving: boolean
  /** What happened to the last save, if it failed, and what to do. */
  readonly problem?: string | null
  readonly onSave: () => void
  /** Closes the fields; what was typed stays as a draft. */
  readonly onLeave: () => void
  /** Null: nothing was typed yet. */
  readonly onDiscard: (() => void) | null
}

/** A text edited in place. `SUBMIT` saves, Escape closes; only *Discard* deletes what was typed. */
export function EditText(props: EditTextProps) {
  const { fields: Fields, string, forms, saveLabel, isSaving, problem = null } = props
  const { onForms, onSave, onLeave, onDiscard } = props
  const { t } = useTranslation(['review', 'common'])
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') onLeave()
    else if (!isPressed(SUBMIT, event)) return
    // Sent again, the text would conflict with itself.
    else if (!isSaving) onSave()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.edit} onKeyDownCapture={onKeyDown}>
      <Fields string={string} forms={forms} onForms={onForms} />
      {problem === null ? null : (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.acts}>
        <Button look="primary" keys={SUBMIT.keys} isPending={isSaving} onPress={onSave}>
          {saveLabel}
        </Button>
        <Button keys="Escape" onPress={onLeave}>
          {t('draft.leave')}
        </Button>
        {onDiscard === null ? null : (
          <Button look="ghost" onPress={onDiscard}>
            {t('draft.discard')}
          </Button>
        )}
      </div>
    </div>
  )
}
