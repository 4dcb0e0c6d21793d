import { LIMITS } from '@dragoman/core'

/**
 * Limits for reading files from any source. The largest locale files in use are a few megabytes and five
 * levels deep.
 */
export const FILE_LIMITS = {
  /** Size of one file in bytes; a larger file is reported as `too-large` and not decoded. */
  fileBytes: LIMITS.fileBytesMax,
  /**
   * Values in one file: each takes some hundred bytes of memory and is processed by every edit that adds or
   * removes one.
   */
  values: 200_000,
  /** Characters of one text, and of its part of the file: an edit processes them one by one. */
  text: 500_000,
  /**
   * Lexical tokens of one YAML file that its library creates, about 300,000 per second; ordinary lines need
   * none.
   */
  yamlTokens: 300_000,
  /** Levels of nested objects and arrays. */
  nesting: LIMITS.nestingMax,
  /** Texts of one array of a TOML file: an edit renumbers all after it. */
  arrayItems: 2000,
  /** `null` elements that one new array entry can need before it. */
  arrayGap: 100,
  /** Warnings of one kind stored per document. */
  warnings: 200,
} as const

/**
 * Returns whether part of a file is too long for a text. It is not decoded, because that can take much longer
 * than finding its end; `withLimits` reports it by its length.
 */
export function isTooLongToDecode(raw: string): boolean {
  return raw.length > FILE_LIMITS.text
}
