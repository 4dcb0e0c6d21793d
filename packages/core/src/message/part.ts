import type { Span } from '../text/span.ts'

/** The type of a placeholder's value, as far as the message specifies it. */
export type ValueType = 'any' | 'number' | 'date' | 'text'

/**
 * How a choice selects its branch: by a number (plural or ordinal category), by a word, by position between
 * `|`, or by ranges of numbers (Java's `choice`).
 */
export type ChoiceKind = 'plural' | 'ordinal' | 'select' | 'pipe' | 'range'

/** One text of a choice. `text` is only the pattern; the syntax around it belongs to the choice. */
export type Branch = {
  /**
   * As written: `one`, `=0`, `female`, `[1,19]`, `1<`; for pipes without any, the position: `0`, `1`, …
   */
  readonly selector: string
  readonly text: string
  readonly span: Span
  readonly parts: readonly Part[]
}

/**
 * `{count, plural, one {…} other {…}}` of ICU, `{ $count -> … }` of Fluent, or a whole message split by `|`.
 */
export type ChoicePart = {
  readonly kind: 'choice'
  readonly text: string
  readonly span: Span
  readonly by: ChoiceKind
  /** The argument that selects the branch; empty for pipes. */
  readonly name: string
  /** Selected by a message or a function (`-brand.gender`, `PLATFORM()`): the name is not that of an argument. */
  readonly isByReference?: true
  readonly branches: readonly Branch[]
}

export type PlaceholderPart = {
  readonly kind: 'placeholder'
  readonly text: string
  readonly span: Span
  /** Equal names have the same value: `1` of `%1$s` and of the first `%s`, `name` of `:Name`. */
  readonly name: string
  readonly type: ValueType
  /** i18next inserts `{{- name}}` without escaping. */
  readonly escaping: 'escaped' | 'raw'
  readonly format: string | null
}

/**
 * A reference to another message: `$t(key, options)` of i18next, `@:key` of vue-i18n, `{ -term }` of Fluent.
 * `inner` are the placeholders of the options.
 */
export type NestingPart = {
  readonly kind: 'nesting'
  readonly text: string
  readonly span: Span
  readonly key: string
  readonly options: string | null
  readonly inner?: readonly PlaceholderPart[]
}

/** A tag of HTML, `<Trans>` or rich text. `inner` are the placeholders of its attributes. */
export type TagPart = {
  readonly kind: 'tag'
  readonly text: string
  readonly span: Span
  readonly name: string
  readonly form: 'open' | 'close' | 'empty'
  readonly inner?: readonly PlaceholderPart[]
}

/** An escape sequence: `%%`, `''`, `{'@'}`. */
export type EscapePart = {
  readonly kind: 'escape'
  readonly text: string
  readonly span: Span
  readonly value: string
}

export type TextPart = { readonly kind: 'text'; readonly text: string; readonly span: Span }

/** Returns a range of a message as text. */
export function textPart(text: string, start: number, end: number): TextPart {
  return { kind: 'text', text: text.slice(start, end), span: { start, end } }
}

/**
 * A piece of a message in any syntax. `text` is the exact text of the piece: all pieces joined are the
 * message.
 */
export type Part = TextPart | PlaceholderPart | NestingPart | TagPart | EscapePart | ChoicePart
