export type TomlKey = { readonly value: string; readonly start: number; readonly end: number }

export type TomlValue =
  | { readonly kind: 'string'; readonly start: number; readonly end: number; readonly value: string }
  /** A number, a boolean, a date: kept, never a text. */
  | { readonly kind: 'other'; readonly start: number; readonly end: number }
  | {
      readonly kind: 'array'
      readonly start: number
      readonly end: number
      readonly items: readonly TomlValue[]
    }
  | {
      readonly kind: 'table'
      readonly start: number
      readonly end: number
      readonly members: readonly TomlPair[]
    }

export type TomlPair = {
  readonly kind: 'pair'
  readonly keys: readonly TomlKey[]
  readonly value: TomlValue
  readonly start: number
  readonly end: number
  readonly floor: number
}

export type TomlHeader = {
  readonly kind: 'table' | 'array-table'
  readonly keys: readonly TomlKey[]
  readonly start: number
  readonly end: number
  readonly floor: number
}

/** The floor of a pair in an inline table, which is not a statement. */
export const NO_FLOOR = -1

/** `floor`: the end of the previous statement; whitespace, comments and invalid text are between. */
export type TomlStatement = TomlPair | TomlHeader
