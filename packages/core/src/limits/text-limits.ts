import type { FormName } from '../message/forms.ts'
/**
 * The texts that the file of a language can store: plain data that the format derives from the file, so that
 * the editor can report, while the user types, a text that the file cannot store.
 */
export type TextLimits = {
  /**
   * Characters that cannot be written at all. `no-null`: U+0000; `gettext`: U+0000 and U+0004; `xml`: all that XML 1.0
   * does not allow; `any`: none.
   */
  readonly characters: 'any' | 'no-null' | 'gettext' | 'xml'
  /** Set if the file names a charset that is not Unicode and cannot escape other characters. */
  readonly charset: FileCharset | null
  /** In UTF-16 code units. */
  readonly maxLength: number | null
  readonly writing: TextWriting
  /**
   * The forms of a plural (`cardinal`), in order, if the file defines them itself: `Plural-Forms`, Qt's numerus forms, a
   * `?pluralrule`. They are the forms of a complete text, and the only ones that can be written. Absent: CLDR's.
   */
  readonly plurals?: readonly DeclaredForm[] | undefined
}

/** A plural form of a file. `numbers`: examples of what it is for, as of `exampleNumbers`; empty if unknown. */
export type DeclaredForm = { readonly form: FormName; readonly numbers: string }

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
 * language's, but with its own plural forms.
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
  const file = own.find((one) => one.language === language)
  if (file !== undefined) return file.limits
  const limits = own.find((one) => one.language === sourceLanguage)?.limits ?? null
  if (limits?.plurals === undefined) return limits
  const { plurals: _, ...others } = limits
  return others
}
