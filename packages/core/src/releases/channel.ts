/**
 * What a channel serves to apps: every saved text immediately, the texts of a release, or the source as
 * pseudo text.
 */
export const CHANNEL_KINDS = ['catalog', 'release', 'pseudo'] as const
export type ChannelKind = (typeof CHANNEL_KINDS)[number]

/** The texts that are served: all translated ones, or only reviewed ones. */
export const SERVED_TEXTS = ['translated', 'reviewed'] as const
export type ServedTexts = (typeof SERVED_TEXTS)[number]

export type ChannelSettings = {
  /** True: anyone can load its files; null: the project's setting. */
  readonly isPublic: boolean | null
  /** Texts that are not served are filled from the fallback languages; null: the project's setting. */
  readonly fallback: boolean | null
  /** Only for target languages: all source texts are served. */
  readonly texts: ServedTexts
  /** Texts that fail a check of severity *error* are not served. */
  readonly holdsErrors: boolean
  /** Apps can report which keys they did not find. */
  readonly collectsMissing: boolean
  /** Ids of formats; apps choose by file extension, so no two formats share one. */
  readonly formats: readonly string[]
  /** Origins whose pages can read its files; null: any. */
  readonly origins: readonly string[] | null
  /** How long caches can serve a file without revalidation. */
  readonly cacheSeconds: number
  /** How much longer they can while they revalidate in the background. */
  readonly staleSeconds: number
}

/** The settings of `live` in every project, and of new channels. */
export const DEFAULT_CHANNEL_SETTINGS: ChannelSettings = {
  isPublic: null,
  fallback: null,
  texts: 'translated',
  holdsErrors: false,
  collectsMissing: false,
  formats: ['i18next-json'],
  origins: null,
  cacheSeconds: 0,
  staleSeconds: 0,
}

/** Channels that every project has. */
export const LIVE_CHANNEL = 'live'
export const PSEUDO_CHANNEL = 'pseudo'

/** `files` is the path of immutable files: `/d/{project}/files/…`. */
const RESERVED = new Set([LIVE_CHANNEL, PSEUDO_CHANNEL, 'files'])

/**
 * Returns whether a text is an origin as browsers send it: `https://shop.example.com`,
 * `capacitor://localhost`.
 */
export function isOrigin(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.-]+(?::[0-9]{1,5})?$/.test(text)
}

/** Returns why a channel cannot have a name; null if it can. The format is that of a slug. */
export function channelNameProblem(name: string): 'reserved' | null {
  return RESERVED.has(name) ? 'reserved' : null
}

/**
 * Returns whether a reader is among the first `percent` of 100 who get the next release. The result is the
 * same for each request, and a reader who is included stays included when the share grows. Readers without an
 * identifier (`''`) are never included.
 */
export function isAmongFirst(reader: string, percent: number): boolean {
  return reader !== '' && hashOf(reader) % 100 < percent
}

/**
 * Returns a 32-bit hash (FNV-1a over UTF-16 units), with additional mixing so that consecutive numbers are
 * far apart.
 */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0
  return (hash ^ (hash >>> 16)) >>> 0
}
