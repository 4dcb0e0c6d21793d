/** A place in an app's code that refers to one key, or one of several. */
export type CodeUse = {
  /** Path of the file relative to the scanned root, with `/`. */
  readonly path: string
  /** From 1. */
  readonly line: number
  readonly column: number
  /**
   * `key`: exactly this key. `prefix`: a dynamic key with this prefix; if empty, it can be any. `mention`: a
   * string that is also the name of a key, which a dynamic key can refer to.
   */
  readonly kind: CodeUseKind
  readonly key: string
  /** Namespaces in which the app searches, in this order; empty: the app's default; null: unknown, so any. */
  readonly namespaces: readonly string[] | null
  /** The app can choose a variant of the key by a context, such as `friend_female`. */
  readonly hasContext: boolean
  /** The app has another text if this key is missing. */
  readonly isOptional: boolean
}

export const CODE_USE_KINDS = ['key', 'prefix', 'mention'] as const
export type CodeUseKind = (typeof CODE_USE_KINDS)[number]

/** The namespaces that an app searches if a use names none, and after those that it names. */
export type CodeSettings = {
  /** Null if the code does not specify it. */
  readonly defaultNamespaces: readonly string[] | null
  readonly fallbackNamespaces: readonly string[]
}
