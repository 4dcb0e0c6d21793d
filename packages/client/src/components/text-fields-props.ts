import type { KeyReply } from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import type { ComponentType } from 'react'

/** A string as far as its text can be typed and checked. */
export type TypedString = {
  readonly key: Pick<KeyReply, 'id' | 'namespace' | 'name' | 'plural' | 'maxLength' | 'syntax'>
  readonly source: { readonly forms: Forms; readonly language: string }
  readonly language: string
}

export type TextFieldsProps = {
  readonly string: TypedString
  readonly forms: Forms
  readonly onForms: (forms: Forms) => void
}

/**
 * The editor's fields for a text: one per form, with placeholders as chips, checks, and what can be inserted.
 * They are part of the editor, so routes pass them to the screens that use them.
 */
export type TextFields = ComponentType<TextFieldsProps>
