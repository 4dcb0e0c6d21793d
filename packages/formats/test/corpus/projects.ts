/**
 * The formats of the files next to the repository, and which of them must be refused. Paths start at the
 * format's folder.
 */
export type CorpusFolder = {
  readonly folder: string
  readonly format: string
  readonly files: RegExp
  /**
   * Deliberately broken: expected is an error with a location, or a warning with a location and edits that
   * break nothing more.
   */
  readonly invalid?: RegExp
  /** Files of another format that match this name pattern. */
  readonly others?: readonly { readonly files: RegExp; readonly format: string }[]
}

export const CORPUS_FOLDERS: readonly CorpusFolder[] = [
  { folder: 'android-xml', format: 'android-xml', files: /\.xml$/ },
  { folder: 'apple-strings', format: 'apple-strings', files: /\.strings$/ },
  { folder: 'apple-stringsdict', format: 'apple-stringsdict', files: /\.stringsdict$/ },
  { folder: 'apple-xcstrings', format: 'apple-xcstrings', files: /\.xcstrings$/ },
  { folder: 'chrome-messages', format: 'chrome-json', files: /\.json$/ },
  { folder: 'csv', format: 'csv', files: /\.csv$/ },
  { folder: 'dotnet-resx', format: 'resx', files: /\.resx$/ },
  { folder: 'fluent-ftl', format: 'fluent', files: /\.ftl$/ },
  { folder: 'flutter-arb', format: 'arb', files: /\.arb$/ },
  { folder: 'gettext-po', format: 'gettext-po', files: /\.pot?$/ },
  { folder: 'i18next-json', format: 'i18next-json', files: /\.json$/ },
  { folder: 'icu-json', format: 'icu-json', files: /\.json$/ },
  { folder: 'ini', format: 'ini', files: /./ },
  { folder: 'java-properties', format: 'java-properties', files: /\.properties$/ },
  { folder: 'laravel-json', format: 'laravel-json', files: /\.json$/ },
  { folder: 'php-arrays', format: 'php-array', files: /\.php$/ },
  { folder: 'qt-ts', format: 'qt-ts', files: /\.ts$/ },
  { folder: 'rails-yaml', format: 'rails-yaml', files: /\.ya?ml$/ },
  { folder: 'slang-json', format: 'slang-json', files: /\.json$/ },
  { folder: 'toml', format: 'toml', files: /\.toml$/ },
  { folder: 'vue-i18n-json', format: 'vue-i18n-json', files: /\.json$/ },
  { folder: 'xliff-1.2', format: 'xliff-1', files: /\.(?:xlf|xliff)$/ },
  {
    folder: 'xliff-2.0',
    format: 'xliff-2',
    files: /\.(?:xlf2?|xliff)$/,
    // In addition to the suite's own: files the object model writes for its unit tests, with an empty
    // `srcLang` and empty ids, and Angular test files with a unit without id, `targetLang` for `trgLang` and
    // a state of XLIFF 1.2.
    invalid:
      /\/invalid\/|InvalidFile|EmptyFile|FullDocument|TestData.*\/(?:Document|Data|File|FileNote|Group|Ignorable|OriginalData|Segment|Skeleton|Source|Target|Unit|UnitNote)With(?:Default|Empty|Valid)Values|DocumentWithEverything|FileWith(?:ChangeTrack|ProfileData|Profiles|ResourceData|Validation)|UnitWithMetadata|SpanningCodeEndWith|ngx-i18nsupport.*(?:ngExtractedMaster[12]|WithSourceContentChange\.de)\.xlf2/,
    others: [{ files: /bolt__core.*(?:pt_BR|(?:security|validators)\.zh_CN)\.xlf$/, format: 'xliff-1' }],
  },
]
