import type { EditorRowReply } from '@dragoman/contract'
import { countGraphemes, type FormName } from '@dragoman/core'
import { CircleAlert } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { MessageBox, type MessageBoxHandle } from './box/MessageBox.tsx'
import { InsertChips } from './InsertChips.tsx'
import styles from './TargetBoxes.module.css'
import type { StringText } from './use-string-text.ts'

export type TargetBoxesProps = {
  readonly row: EditorRowReply
  readonly text: StringText
  readonly handles: RefObject<Map<FormName, MessageBoxHandle>>
  readonly focused: FormName | null
  readonly onFocus: (form: FormName) => void
  readonly insertables: readonly string[]
  readonly isInserting: boolean
  readonly onInsert: (text: string) => void
  readonly onStopInserting: () => void
}

/** One box per form that the language needs, with the numbers it stands for and its length. */
export function TargetBoxes({
  row,
  text,
  handles,
  focused,
  onFocus,
  insertables,
  isInserting,
  onInsert,
  onStopInserting,
}: TargetBoxesProps) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  const { maxLength, plural } = row.key
  const chipsAt = focused ?? text.boxes[0]?.form
  return text.boxes.map((box) => {
    const value = text.forms[box.form] ?? ''
    const length = countGraphemes(value)
    const isTooLong = maxLength !== null && length > maxLength
    const name = plural === 'none' ? formats.languageName(row.target.language) : t(`form.${box.form}`)
    return (
      <div key={box.form} className={styles.box} data-plural={plural !== 'none'}>
        {plural === 'none' ? null : (
          <span className={styles.category}>
            {t(`form.${box.form}`)}
            <small>{box.needed ? <bdi dir="ltr">{box.numbers}</bdi> : t('form.notNeeded')}</small>
          </span>
        )}
        <MessageBox
          key={row.key.id}
          ref={(handle) => {
            if (handle === null) handles.current.delete(box.form)
            else handles.current.set(box.form, handle)
          }}
          text={value}
          language={row.target.language}
          label={plural === 'none' ? t('box.label', { language: name }) : t('box.labelForm', { form: name, numbers: box.numbers })}
          describedBy="string-issues"
          issues={text.issues.filter((issue) => issue.form === box.form)}
          onChange={(next) => text.setForm(box.form, next)}
          onFocus={() => onFocus(box.form)}
        />
        <span className={styles.foot}>
          {text.issues.some((issue) => issue.code === 'plural-form-missing' && issue.form === box.form) ? (
            <span className={styles.missing}>
              <CircleAlert aria-hidden="true" />
              {t('form.missing')}
            </span>
          ) : null}
          {box.form === chipsAt && insertables.length > 0 ? (
            <InsertChips insertables={insertables} isWaiting={isInserting} onInsert={onInsert} onStop={onStopInserting} />
          ) : null}
          <span
            className={styles.length}
            data-wrong={isTooLong}
            role="img"
            aria-label={
              maxLength === null ? t('box.length', { count: length }) : t('box.lengthOf', { count: length, max: formats.number(maxLength) })
            }
          >
            {maxLength === null ? formats.number(length) : `${formats.number(length)} / ${formats.number(maxLength)}`}
          </span>
        </span>
      </div>
    )
  })
}
