import type { HTMLInputTypeAttribute, ReactNode, Ref } from 'react'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { TextArea } from 'react-aria-components/TextArea'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField'
import { FieldNotes } from './FieldNotes.tsx'
import styles from './TextField.module.css'

export type TextFieldProps = Omit<AriaTextFieldProps, 'className' | 'style' | 'children' | 'type'> & {
  readonly label: string
  readonly labelHidden?: true
  readonly hint?: ReactNode
  /** The problem with the value; the field is marked. */
  readonly problem?: string | undefined
  readonly placeholder?: string
  readonly type?: HTMLInputTypeAttribute
  readonly rows?: number
  /** Names, paths and codes: monospaced, left to right in every interface. */
  readonly code?: true
  readonly lang?: string
  readonly dir?: 'ltr' | 'rtl' | 'auto'
  readonly inputRef?: Ref<HTMLInputElement>
  /** An icon before the text, such as a magnifier. */
  readonly start?: ReactNode
  /** A small button, or a key, at the end of the field. */
  readonly end?: ReactNode
}

/** A labelled text field (with `rows`, several lines) with hint and problem. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    labelHidden,
    hint,
    problem,
    placeholder,
    type = 'text',
    rows,
    code,
    lang,
    dir,
    inputRef,
    start,
    end,
    ...rest
  } = props
  const shared = {
    className: `${styles.input} ${code ? styles.code : ''}`,
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(lang === undefined ? {} : { lang }),
    ...(code
      ? { dir: 'ltr' as const, spellCheck: false, autoCapitalize: 'none' }
      : dir === undefined
        ? {}
        : { dir }),
  }
  return (
    <AriaTextField
      {...rest}
      isInvalid={problem !== undefined}
      className={styles.field ?? ''}
      validationBehavior="aria"
    >
      <Label className={labelHidden ? 'visually-hidden' : (styles.label ?? '')}>{label}</Label>
      {rows === undefined ? (
        <div
          className={`${styles.line} ${start === undefined ? '' : styles.withStart} ${end === undefined ? '' : styles.withEnd}`}
        >
          {start}
          <Input {...shared} type={type} {...(inputRef === undefined ? {} : { ref: inputRef })} />
          {end}
        </div>
      ) : (
        <TextArea {...shared} rows={rows} />
      )}
      <FieldNotes hint={hint} problem={problem} />
    </AriaTextField>
  )
}
