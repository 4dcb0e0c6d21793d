/**
 * Bounds of what is read from a file nobody has vouched for. The largest locale files in use are a few
 * megabytes and five levels deep.
 */
export const LIMITS = {
  /** Size of one file in bytes; a file above it is reported as `too-large` and not decoded. */
  fileBytes: 32 * 1024 * 1024,
  /**
   * Values in one file: each takes some hundred bytes of memory and is looked at by every edit that adds or
   * removes one.
   */
  values: 200_000,
  /** Characters of one text, and of its place in the file: an edit goes through them one by one. */
  text: 500_000,
  /**
   * Lexical tokens of one YAML file that its library makes; lines of the usual kind need none. It makes some
   * 300,000 in a second.
   */
  yamlTokens: 300_000,
  /** Objects and arrays within each other. */
  nesting: 100,
  /** Texts of one array of a TOML file: an edit numbers those anew that follow. */
  arrayItems: 2000,
  /** `null` elements that one new array entry may need before it. */
  arrayGap: 100,
  /** Warnings of one kind kept per document. */
  warnings: 200,
} as const
