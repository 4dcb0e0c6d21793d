import type { Span } from '../../text/span.ts'

/**
 * A piece of an i18next message. `text` is the exact text of the piece, so that all pieces joined are the message.
 * A placeholder is `{{name}}`, `{{- raw}}` or `{{value, format}}`; a nesting is `$t(key, options)`; a tag belongs to `<Trans>` or HTML.
 */
export type Part =
  | { readonly kind: 'text'; readonly text: string; readonly span: Span }
  | {
      readonly kind: 'placeholder'
      readonly text: string
      readonly span: Span
      readonly name: string
      /** `{{- name}}`: put in without escaping. */
      readonly escaping: 'escaped' | 'raw'
      readonly format: string | null
    }
  | {
      readonly kind: 'nesting'
      readonly text: string
      readonly span: Span
      readonly key: string
      readonly options: string | null
    }
  | { readonly kind: 'tag'; readonly text: string; readonly span: Span; readonly name: string; readonly form: 'open' | 'close' | 'empty' }
