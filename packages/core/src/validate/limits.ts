/** Maximum length of a language tag (docs/specification.md §5), in characters. */
export const MAX_TAG_LENGTH = 35

/** Limits of user input (docs/specification.md §5 and §9), in characters unless noted otherwise. */
export const LIMITS = {
  slugMin: 2,
  slugMax: 50,
  nameMax: 100,
  /** A URL, or a client's name or secret at an identity provider. */
  webAddressMax: 2000,
  /** Origins of apps in which texts of a project can be edited. */
  editOriginsMax: 50,
  languageTagMax: MAX_TAG_LENGTH,
  namespaceMax: 100,
  keyNameMax: 1024,
  formMax: 50_000,
  descriptionMax: 2000,
  /** The project's description on its public page: two or three sentences. */
  projectDescriptionMax: 500,
  commentMax: 10_000,
  /** Keys per project that apps requested and did not find. */
  missingKeysMax: 1000,
  oldAddressesMax: 50,
  /** People and groups mentioned in one comment. */
  mentionsMax: 50,
  tagMax: 100,
  tagsPerKey: 20,
  /** If a key is renamed more often, its oldest alias is removed. */
  aliasesPerKey: 20,
  /** Members changed in one call. */
  membersMax: 500,
  /** Languages, and namespaces, that a person can be limited to. */
  limitedToMax: 500,
  /** Further roles of a person in a project. */
  grantsMax: 20,
  /** People per invitation, and addresses per call. */
  inviteesMax: 1000,
  addressesMax: 50,
  invitationDaysMax: 90,
  tokenDaysMax: 3650,
  tokensMax: 200,
  /** Uses that one scan can report, and the maximum length of a file path. */
  codeUsesMax: 50_000,
  codePathMax: 1000,
  /** Namespaces that one use names, and the maximum length of a name: code names those of libraries too. */
  codeNamespacesMax: 50,
  codeNamespaceMax: 200,
  screenshotBytesMax: 10 * 1024 * 1024,
  /** Width and height of a screenshot in pixels. */
  screenshotSideMax: 8192,
  /** Strings of one screenshot. */
  screenshotStringsMax: 2000,
  screenshotNameMax: 200,
  /** Per key and per project; older ones are deleted. */
  screenshotsOfKeyMax: 20,
  screenshotsMax: 1000,
  screenshotBytesOfProjectMax: 500 * 1024 * 1024,
  /** Per project. */
  webhooksMax: 20,
  channelsMax: 100,
  passwordMin: 10,
  passwordMax: 256,
  pictureBytesMax: 1024 * 1024,
  /** Width and height of a person's picture in pixels. */
  pictureSideMax: 4096,
  passkeysMax: 20,
  pageDefault: 100,
  pageMax: 500,
  /** Keys in one bulk edit. */
  bulkKeysMax: 10_000,
  fileBytesMax: 32 * 1024 * 1024,
  uploadBytesMax: 100 * 1024 * 1024,
  archiveFilesMax: 10_000,
  archiveBytesMax: 1024 * 1024 * 1024,
  /** Unpacked bytes per packed byte. */
  archiveRatioMax: 200,
  nestingMax: 100,
  /** Events kept for listeners that reconnect. */
  liveBufferMax: 1000,
  queryMax: 1000,
  /** Open suggestions of one person, or of one visitor's address, per string; visitors without one have only the limit per hour. */
  suggestionsPerString: 10,
  suggestionNoteMax: 2000,
  /** An email address. */
  addressMax: 254,
  /** Suggestions per hour from one network address without an account. */
  visitorSuggestionsPerHour: 20,
  /** Per project and hour. */
  invitationMailsPerHour: 100,
  /** The reason for a rejection. */
  reasonMax: 2000,
  /** Texts and suggestions approved or rejected together. */
  reviewItemsMax: 500,
} as const
