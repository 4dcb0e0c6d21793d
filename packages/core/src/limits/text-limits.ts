/**
 * The texts that the file of a language can store: plain data that the format derives from the file, so that
 * the editor can report, while the user types, a text that the file cannot store.
 */
export type TextLimits = {
  /**
   * Characters that cannot be written at all. `no-null`: U+0000; `xml`: all that XML 1.0 does not allow;
   * `any`: none.
   */
  readonly characters: 'any' | 'no-null' | 'xml'
  /** Set if the file names a charset that is not Unicode and cannot escape other characters. */
  readonly charset: FileCharset | null
  /** In UTF-16 code units. */
  readonly maxLength: number | null
  readonly writing: TextWriting
}

export type FileCharset = {
  readonly name: string
  /** Its characters beyond ASCII, as the first and last of each run. */
  readonly runs: string
}

/** How the file writes texts. `any`: all texts that consist of its characters. */
export type TextWriting =
  | { readonly kind: 'any' }
  /** Fluent patterns: braces are placeables. */
  | { readonly kind: 'fluent' }
  /** Values of INI items. `isPhp`: read by PHP, where a quoted text cannot contain its own kind of quotes. */
  | { readonly kind: 'ini'; readonly lines: 'one' | 'several'; readonly isPhp: boolean }
  /** XML with inline elements that contain text, or stand for code. */
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
 * Returns the limits for texts of a language. A language without its own file will get one like the source
 * language's.
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
