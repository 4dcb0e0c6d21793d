/**
 * What a text must be so that the file of its language can hold it: plain data, made by the format from the
 * file as it is written, so that the editor knows while somebody types what a write would refuse.
 */
export type TextLimits = {
  /**
   * Characters that cannot be written in any way. `no-null`: U+0000; `xml`: all that XML 1.0 does not know;
   * `any`: none.
   */
  readonly characters: 'any' | 'no-null' | 'xml'
  /** Where the file names a charset that is not Unicode and has no way to write other characters. */
  readonly charset: FileCharset | null
  /** In UTF-16 code units. */
  readonly maxLength: number | null
  readonly writing: TextWriting
}

export type FileCharset = {
  readonly name: string
  /** The characters beyond ASCII that it has, as first and last of each run. */
  readonly runs: string
}

/** How the file writes texts. `any`: all that consists of its characters. */
export type TextWriting =
  | { readonly kind: 'any' }
  /** Fluent patterns: braces are placeables. */
  | { readonly kind: 'fluent' }
  /**
   * Values of INI items. `isPhp`: read by PHP, where a text in quotes has no quotes and one in apostrophes no
   * apostrophes.
   */
  | { readonly kind: 'ini'; readonly lines: 'one' | 'several'; readonly isPhp: boolean }
  /** XML with elements in the text that hold text, or stand for code. */
  | {
      readonly kind: 'inline'
      readonly containers: readonly string[]
      readonly codes: readonly string[]
      readonly prefix: string
    }

/** The limits of the file of one language and namespace. */
export type FileLimits = {
  readonly namespace: string
  readonly language: string
  readonly limits: TextLimits | null
}

/**
 * The limits for texts of a language. A language without a file of its own will get one that looks like the
 * source language's.
 */
export function limitsOf(
  files: readonly FileLimits[],
  {
    namespace,
    language,
    sourceLanguage,
  }: { readonly namespace: string; readonly language: string; readonly sourceLanguage: string },
): TextLimits | null {
  const own = files.filter((file) => file.namespace === namespace)
  const file =
    own.find((one) => one.language === language) ?? own.find((one) => one.language === sourceLanguage)
  return file?.limits ?? null
}
