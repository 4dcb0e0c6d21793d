import type { ReviewItemReply } from '@dragoman/contract'
import { directionOf, type Forms } from '@dragoman/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formBoxes } from '../../lib/text/form-boxes.ts'
import { useMessageSyntax } from '../../lib/text/message-syntax.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './EditItem.module.css'

export type EditItemProps = {
  readonly item: ReviewItemReply
  readonly forms: Forms
  readonly onForms: (forms: Forms) => void
  readonly onSave: () => void
  readonly onCancel: () => void
}

/** The text in place, one field per form. Control and Enter saves, Escape leaves it. */
export function EditItem({ item, forms, onForms, onSave, onCancel }: EditItemProps) {
  const { t } = useTranslation(['review', 'translations'])
  const syntax = useMessageSyntax()
  const { language } = item.target
  const boxes = formBoxes(item.key, language, { source: item.source.forms, own: forms }, syntax.numbers)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const field = place.current?.querySelector('textarea')
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={place} className={styles.edit} onKeyDownCapture={onKeyDown}>
      {boxes.map(({ form }) => (
        <TextField
          key={form}
          label={boxes.length === 1 ? t('after') : t(`translations:form.${form}`)}
          {...(boxes.length === 1 ? { labelHidden: true as const } : {})}
          rows={2}
          lang={language}
          dir={directionOf(language)}
          value={forms[form] ?? ''}
          onChange={(text) => onForms({ ...forms, [form]: text })}
        />
      ))}
      <div className={styles.acts}>
        <Button look="primary" keys="mod+Enter" onPress={onSave}>
          {t('saveEdited')}
        </Button>
        <Button keys="Escape" onPress={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  )
}
