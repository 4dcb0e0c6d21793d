import type { Issue } from '@dragoman/core'
import { CircleAlert } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import type { LeavesOf } from '../box/chips.ts'
import { MessageBox, type MessageBoxHandle } from '../box/MessageBox.tsx'
import styles from './TargetBox.module.css'

export type TargetBoxProps = {
  readonly id: string
  /** Id of the string: each has its own field and undo history. */
  readonly string: number
  readonly value: string
  readonly language: string
  readonly label: string
  /** The label of the form; null if it is the only one. */
  readonly heading: { readonly name: string; readonly note: ReactNode } | null
  readonly issues: readonly Issue[]
  /** The form is empty but required by the language. */
  readonly isMissing: boolean
  readonly length: number
  readonly maxLength: number | null
  /** The text can be read, selected and copied; `#string-refusal` explains why not changed. */
  readonly isReadOnly: boolean
  readonly chips: ReactNode
  /** See `MessageBoxProps`. */
  readonly leaves?: LeavesOf
  readonly handles: RefObject<Map<string, MessageBoxHandle>>
  readonly onChange: (text: string) => void
  readonly onFocus: (id: string) => void
  readonly onLeave: (id: string) => void
}

/** A field for one text, with its label and length. */
export function TargetBox({
  id,
  string,
  value,
  language,
  label,
  heading,
  issues,
  isMissing,
  length,
  maxLength,
  isReadOnly,
  chips,
  leaves,
  handles,
  onChange,
  onFocus,
  onLeave,
}: TargetBoxProps) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  const isTooLong = maxLength !== null && length > maxLength
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: follows the focus of the field in it
    <div
      className={styles.box}
      data-plural={heading !== null}
      data-read-only={isReadOnly}
      onBlur={() => onLeave(id)}
    >
      {heading === null ? null : (
        <span className={styles.category}>
          {heading.name}
          <small>{heading.note}</small>
        </span>
      )}
      <MessageBox
        string={string}
        ref={(handle) => {
          if (handle === null) handles.current.delete(id)
          else handles.current.set(id, handle)
        }}
        text={value}
        language={language}
        label={label}
        describedBy={isReadOnly ? 'string-refusal string-issues' : 'string-issues'}
        isReadOnly={isReadOnly}
        issues={issues}
        {...(leaves === undefined ? {} : { leaves })}
        onChange={onChange}
        onFocus={() => onFocus(id)}
      />
      <span className={styles.foot}>
        {isMissing ? (
          <span className={styles.missing}>
            <CircleAlert aria-hidden="true" />
            {t('form.missing', { language: formats.languageName(language) })}
          </span>
        ) : null}
        {chips}
        <span className={styles.length} data-wrong={isTooLong} title={t('box.lengthAbout')}>
          {maxLength === null
            ? t('box.length', { count: length })
            : t('box.lengthOf', { count: length, max: formats.number(maxLength) })}
        </span>
      </span>
    </div>
  )
}
