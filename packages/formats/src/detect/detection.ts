/** One way to understand the files of a folder as a project. */
export type Detection = {
  /** `locales/{lng}/{ns}.json`; without `{ns}` there is one namespace. See `path-pattern.ts`. */
  readonly pattern: string
  readonly format: string
  /** All formats that could read these files, the likeliest first: `format` is the first. */
  readonly formats: readonly string[]
  /**
   * Stable code of what speaks for the format: a reason of its `recognise`, or one of the rules of detection.
   */
  readonly formatReason: string
  readonly layout: Layout
  /** A guess, where nothing says it: English where there is some, else the language with most text. */
  readonly sourceLanguage: string
  /** Sorted by path. A file that holds several languages is here once for each of them. */
  readonly files: readonly DetectedFile[]
  readonly skipped: readonly SkippedFile[]
}

/**
 * The texts of one language in one file.
 *
 * Formats with one language per file: one of these per file, without `side`. Formats of two (`languages:
 * 'two'`): a file is here as `target` for the language it translates into. The source texts come from one
 * file per namespace, which is here as `source`: the template or the file of the source language, else the
 * first translation, which is then here twice. The source language's file is a `target` where the texts stand
 * there beside mere names (Symfony's `messages.en.xlf`). Formats of many: a file is here once per language it
 * holds, `source` for the source language.
 *
 * `{ language, side }` is the `View` to read the file with; where `side` is absent, none is needed.
 */
export type DetectedFile = {
  readonly path: string
  /** Canonical BCP 47 tag. */
  readonly language: string
  /**
   * As the path spells it; where the path does not name the language, as the file does, and the tag itself
   * where neither does.
   */
  readonly languageAsWritten: string
  readonly namespace: string
  readonly side?: 'source' | 'target'
}

/** How the files lie, which is how the language of a file is told and where a new language's file goes. */
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

/** Why a file that lies among the locale files, or looks like one and lies elsewhere, is not one of them. */
export type SkipReason =
  | 'no-language'
  | 'unusable-namespace'
  | 'same-language-twice'
  | 'other-tool-file'
  | 'other-content'
  | 'other-place'
export type SkippedFile = { readonly path: string; readonly reason: SkipReason }
