import type { Span } from '../text/span.ts'

/** What a placeholder asks of its value, as far as the message says so. */
export type ValueType = 'any' | 'number' | 'date' | 'text'

/**
 * How a choice finds its branch: by a number (its plural category, its ordinal one), by a word, or by place
 * behind `|`.
 */
export type ChoiceKind = 'plural' | 'ordinal' | 'select' | 'pipe'

/** One text of a choice. `text` is the pattern alone; what encloses it belongs to the choice. */
export type Branch = {
  /** As written: `one`, `=0`, `female`, `[1,19]`; of pipes without any, the place: `0`, `1`, … */
  readonly selector: string
  readonly text: string
  readonly span: Span
  readonly parts: readonly Part[]
}

/**
 * `{count, plural, one {…} other {…}}` of ICU, `{ $count -> … }` of Fluent, or a whole message cut by `|`.
 */
export type ChoicePart = {
  readonly kind: 'choice'
  readonly text: string
  readonly span: Span
  readonly by: ChoiceKind
  /** The argument that decides; empty for pipes. */
  readonly name: string
  readonly branches: readonly Branch[]
}

export type PlaceholderPart = {
  readonly kind: 'placeholder'
  readonly text: string
  readonly span: Span
  /** Equal names are the same value: `1` of `%1$s` and of the first `%s`, `name` of `:Name`. */
  readonly name: string
  readonly type: ValueType
  /** i18next's `{{- name}}` is put in without escaping. */
  readonly escaping: 'escaped' | 'raw'
  readonly format: string | null
}

/**
 * Another message put in: `$t(key, options)` of i18next, `@:key` of vue-i18n, `{ -term }` of Fluent. `inner`
 * are the placeholders of the options.
 */
export type NestingPart = {
  readonly kind: 'nesting'
  readonly text: string
  readonly span: Span
  readonly key: string
  readonly options: string | null
  readonly inner?: readonly PlaceholderPart[]
}

/** A tag of HTML, of `<Trans>` or of rich text. `inner` are the placeholders of its attributes. */
export type TagPart = {
  readonly kind: 'tag'
  readonly text: string
  readonly span: Span
  readonly name: string
  readonly form: 'open' | 'close' | 'empty'
  readonly inner?: readonly PlaceholderPart[]
}

/** Signs that stand for others: `%%`, `''`, `{'@'}`. */
export type EscapePart = {
  readonly kind: 'escape'
  readonly text: string
  readonly span: Span
  readonly value: string
}

export type TextPart = { readonly kind: 'text'; readonly text: string; readonly span: Span }

/**
 * A piece of a message in any syntax. `text` is the exact text of the piece, so that all pieces joined are
 * the message.
 */
export type Part = TextPart | PlaceholderPart | NestingPart | TagPart | EscapePart | ChoicePart
