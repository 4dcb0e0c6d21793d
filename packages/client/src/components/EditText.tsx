import type { FormName, Forms } from '@dragoman/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import styles from './EditText.module.css'
import { FormFields } from './FormFields.tsx'

export type EditTextProps = {
  readonly names: readonly FormName[]
  readonly language: string
  readonly forms: Forms
  readonly label: string
  readonly saveLabel: string
  readonly isSaving: boolean
  readonly onForms: (forms: Forms) => void
  readonly onSave: () => void
  /** Closes the fields; what was typed stays as a draft. */
  readonly onLeave: () => void
  /** Null: nothing was typed yet. */
  readonly onDiscard: (() => void) | null
}

/** A text edited in place. Ctrl+Enter saves, Escape closes; only *Discard* deletes what was typed. */
export function EditText(props: EditTextProps) {
  const { names, language, forms, label, saveLabel, isSaving, onForms, onSave, onLeave, onDiscard } = props
  const { t } = useTranslation(['review', 'common'])
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const field = place.current?.querySelector('textarea')
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onLeave()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={place} className={styles.edit} onKeyDownCapture={onKeyDown}>
      <FormFields
        names={names}
        language={language}
        forms={forms}
        label={label}
        labelHidden
        onForms={onForms}
      />
      <div className={styles.acts}>
        <Button look="primary" keys="mod+Enter" isPending={isSaving} onPress={onSave}>
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
