/** One way to interpret the files of a folder as a project. */
export type Detection = {
  /** `locales/{lng}/{ns}.json`; without `{ns}` there is one namespace. See `path-pattern.ts`. */
  readonly pattern: string
  readonly format: string
  /** All formats that could read these files, the most likely first: `format` is the first. */
  readonly formats: readonly string[]
  /**
   * The message syntax of the texts for each of `formats`, as the program that loads the files reads them: ids of
   * core's message syntaxes.
   */
  readonly syntaxes: ReadonlyMap<string, string>
  /**
   * Stable code of the reason for the format: a reason of its `recognise`, or one of the rules of detection.
   */
  readonly formatReason: string
  readonly layout: Layout
  /** A guess if nothing defines it. The language can have no file: its texts are the keys, or in the program. */
  readonly sourceLanguage: string
  /** The keys are the source texts, and the source language has no file, or one with the exceptions only. */
  readonly keysAreSources?: true
  /** Sorted by path. A file with several languages is listed once for each of them. */
  readonly files: readonly DetectedFile[]
  readonly skipped: readonly SkippedFile[]
  /** What was nearly as likely; empty if everything is certain. */
  readonly doubts: readonly Doubt[]
}

/** Two nearly equal choices, by what they are of; the detection has the first one. */
export type Doubt = {
  readonly kind: 'format' | 'source-language' | 'pattern'
  readonly choices: readonly [string, string]
}

/**
 * The texts of one language in one file.
 *
 * Formats with one language per file: one of these per file, without `side`. Formats of two (`languages:
 * 'two'`): a file is listed as `target` for the language it translates into. The source texts come from one
 * file per namespace, which is listed as `source`: the template or the file of the source language, else the
 * first translation, which is then listed twice. The source language's file is a `target` if it has texts
 * alongside mere names (Symfony's `messages.en.xlf`). Formats of many: a file is listed once per language, as
 * `source` for the source language.
 *
 * `{ language, side }` is the `View` to read the file with; if `side` is absent, none is needed.
 */
export type DetectedFile = {
  readonly path: string
  /** Canonical BCP 47 tag. */
  readonly language: string
  /**
   * As spelled in the path; if the path does not name the language, as in the file, otherwise the tag itself.
   */
  readonly languageAsWritten: string
  readonly namespace: string
  readonly side?: 'source' | 'target'
}

/** How files are arranged, which determines the language of a file and the path of a new language's file. */
export type Layout =
  | 'folder-per-language'
  | 'file-per-language'
  | 'language-before-extension'
  | 'language-after-name'
  | 'language-names'
  | 'android-values'
  | 'apple-lproj'
  | 'gettext-locale'
  | 'languages-in-file'
  | 'configured'

/** Why a file among the locale files, or one that looks like them in another folder, is not one of them. */
export type SkipReason =
  | 'no-language'
  | 'unusable-namespace'
  | 'same-language-twice'
  | 'other-tool-file'
  | 'generated'
  | 'other-content'
  | 'other-place'
export type SkippedFile = { readonly path: string; readonly reason: SkipReason }
