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
  /** The program always loads the source texts from the file without a language, even if none exists yet. */
  readonly isSourceBare: boolean
  /** Resources and settings are next to the texts: the project names the files that contain texts now. */
  readonly hasOtherFiles: boolean
  /** The extension of the file with the source texts, if it has one of its own: gettext's `.pot`. */
  readonly templateExtension: string | null
  /** How files in several folders become one project. */
  readonly joins: FolderJoins
  /** Extensions that mean the same, so that files with either belong to one project. */
  readonly synonyms: readonly string[]
}

/**
 * `files`, with one file per language: each folder is a namespace, or a module that has the same path within its
 * folder. `names`, with namespace and language in the name: folders below one with texts belong to it, all folders
 * are one project, or each is its own.
 */
export type FolderJoins = {
  readonly files: 'namespaces' | 'modules'
  readonly names: 'nested' | 'shared' | 'apart'
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
    isSourceBare: false,
    hasOtherFiles: false,
    templateExtension: null,
    joins: { files: 'namespaces', names: 'nested' },
    synonyms: [],
    ...more,
  }
}
