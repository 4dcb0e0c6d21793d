/** Longest language tag (docs/specification.md §5), in characters. */
export const MAX_TAG_LENGTH = 35

/** Limits of what people may enter (docs/specification.md §5 and §9), in characters unless said otherwise. */
export const LIMITS = {
  slugMin: 2,
  slugMax: 50,
  nameMax: 100,
  /** An address on the web, a client's name or secret at an identity provider. */
  webAddressMax: 2000,
  languageTagMax: MAX_TAG_LENGTH,
  namespaceMax: 100,
  keyNameMax: 1024,
  formMax: 50_000,
  descriptionMax: 2000,
  commentMax: 10_000,
  /** People and groups mentioned in one comment. */
  mentionsMax: 50,
  tagMax: 100,
  tagsPerKey: 20,
  /** Members changed in one call. */
  membersMax: 500,
  /** Languages, and namespaces, that a person can be limited to. */
  limitedToMax: 500,
  /** People one invitation is for, and addresses in one call. */
  inviteesMax: 1000,
  addressesMax: 50,
  invitationDaysMax: 90,
  tokenDaysMax: 3650,
  tokensMax: 200,
  passwordMin: 10,
  passwordMax: 256,
  pictureBytesMax: 1024 * 1024,
  passkeysMax: 20,
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
  /** Suggestions of one person, and of one visitor's address, that are open on one string. */
  suggestionsPerString: 10,
  suggestionNoteMax: 2000,
  /** A mail address. */
  addressMax: 254,
  /** Suggestions from one network address without an account, in an hour. */
  visitorSuggestionsPerHour: 20,
  /** Of one project, in an hour. */
  invitationMailsPerHour: 100,
  /** Why something was rejected. */
  reasonMax: 2000,
  /** Texts and suggestions approved or rejected at once. */
  reviewItemsMax: 500,
} as const
