/** Longest language tag (docs/specification.md §5), in characters. */
export const MAX_TAG_LENGTH = 35

/** Limits of what people may enter (docs/specification.md §5 and §9), in characters unless said otherwise. */
export const LIMITS = {
  slugMin: 2,
  slugMax: 50,
  nameMax: 100,
  languageTagMax: MAX_TAG_LENGTH,
  namespaceMax: 100,
  keyNameMax: 1024,
  formMax: 50_000,
  descriptionMax: 2000,
  commentMax: 10_000,
  tagMax: 100,
  tagsPerKey: 20,
  passwordMin: 10,
  passwordMax: 256,
  pageDefault: 100,
  pageMax: 500,
  /** Keys in one bulk edit. */
  bulkKeysMax: 10_000,
  fileBytesMax: 32 * 1024 * 1024,
  uploadBytesMax: 100 * 1024 * 1024,
  archiveFilesMax: 10_000,
  archiveBytesMax: 1024 * 1024 * 1024,
  /** Bytes unpacked for each packed one. */
  archiveRatioMax: 200,
  nestingMax: 100,
  /** Events kept for listeners that reconnect. */
  liveBufferMax: 1000,
  queryMax: 1000,
} as const
