/**
 * Files with one extension and the same arrangements, where detection looks for them. Of formats that declare the same
 * family, the first bytes of a file decide; without any sign, the first one of `all.ts` is used.
 */
export type FileFamily = {
  /** With the dot, lowercase. */
  readonly extensions: readonly string[]
  readonly layouts: readonly FamilyLayout[]
  /** The source language's file can lack the language: `messages.properties`, `Resources.resx`. */
  readonly bare: '' | '_' | '.'
  /**
   * Whether many other files have the extension too: then only a folder named for locales, or several
   * languages, are accepted.
   */
  readonly isCommon: boolean
  /** Whether the first bytes are conclusive: a single file is enough. */
  readonly isPlain: boolean
  /**
   * Whether the first bytes can be conclusive even without a matching name: a table with a column for each
   * language.
   */
  readonly provesItself: boolean
  /** Extensions that mean the same, so that files with either belong to one project. */
  readonly synonyms: readonly string[]
}

/**
 * `folder`: `{lng}/{ns}`, `file`: `{lng}`, `dot`: `{ns}.{lng}`, `dash`: `{ns}_{lng}` or `{ns}-{lng}`,
 * `first`: `{lng}.{ns}`, `name`: `{language}`.
 */
export type FamilyLayout =
  | 'folder'
  | 'file'
  | 'dot'
  | 'dash'
  | 'first'
  | 'name'
  | 'android'
  | 'lproj'
  | 'inside'

/** Declares a family; what is left out of `more` does not apply. */
export function fileFamily(
  extensions: readonly string[],
  layouts: readonly FamilyLayout[],
  more: Partial<Omit<FileFamily, 'extensions' | 'layouts'>> = {},
): FileFamily {
  return {
    extensions,
    layouts,
    bare: '',
    isCommon: false,
    isPlain: false,
    provesItself: false,
    synonyms: [],
    ...more,
  }
}
