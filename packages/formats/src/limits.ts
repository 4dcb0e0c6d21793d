/** Bounds of what is read from a file nobody has vouched for. The largest locale files in use are a few megabytes and five levels deep. */
export const LIMITS = {
  /** Size of one file in bytes; a file above it is reported as `too-large` and not decoded. */
  fileBytes: 32 * 1024 * 1024,
  /** Values in one file: each takes some hundred bytes of memory, so that a small file of very short entries could take gigabytes. */
  values: 500_000,
  /** Objects and arrays within each other. */
  nesting: 100,
  /** `null` elements that one new array entry may need before it. */
  arrayGap: 100,
  /** Warnings of one kind kept per document. */
  warnings: 200,
} as const
