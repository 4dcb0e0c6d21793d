/**
 * The structure of the URLs that apps used before the project moved here. `locize`:
 * `{prefix}/{language}/{namespace}`. `tolgee`: `{prefix}/{language}.json` or
 * `{prefix}/{namespace}/{language}.json`.
 */
export const OLD_ADDRESS_SHAPES = ['locize', 'tolgee'] as const
export type OldAddressShape = (typeof OLD_ADDRESS_SHAPES)[number]

export type OldAddressProblem = 'empty' | 'not-a-path' | 'too-long' | 'reserved'

const LENGTH_MAX = 200
const SEGMENTS_MAX = 5
/** Starts with a letter or digit, which excludes `..` and `.well-known`. */
const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9._~-]*$/

/** First segments that the program uses, now or by convention; old addresses can never use them. */
const OWN_SEGMENTS: ReadonlySet<string> = new Set([
  ...['api', 'd', 'assets', 'locales', 'health', 'metrics', 'index.html', 'icon.svg', 'theme.js'],
  ...['account', 'admin', 'confirm', 'connect', 'inbox', 'invite', 'p', 'projects', 'reset', 'setup'],
  ...['sign-in', 'unsubscribe', 'favicon.ico', 'robots.txt'],
])

/** First segments of Locize before the project id, for private files, missing keys and more. */
const LOCIZE_SEGMENTS: ReadonlySet<string> = new Set([
  ...['private', 'missing', 'update', 'languages', 'pull', 'used'],
])

/** Returns whether a path belongs to the program itself, regardless of the old addresses. */
export function isOwnPath(path: string): boolean {
  return OWN_SEGMENTS.has(firstSegment(path))
}

function firstSegment(path: string): string {
  return (path.split(/[/?]/, 2)[1] ?? '').toLowerCase()
}

/** Returns why a path cannot be the prefix of old addresses; null if it can. */
export function oldAddressProblem(prefix: string): OldAddressProblem | null {
  if (prefix === '' || prefix === '/') return 'empty'
  if (prefix.length > LENGTH_MAX) return 'too-long'
  const [before, ...segments] = prefix.split('/')
  if (before !== '' || segments.length > SEGMENTS_MAX || !segments.every((one) => SEGMENT.test(one)))
    return 'not-a-path'
  return isOwnPath(prefix) || LOCIZE_SEGMENTS.has(firstSegment(prefix)) ? 'reserved' : null
}

/** Returns whether some URLs would start with both. */
export function overlap(one: string, other: string): boolean {
  return `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`)
}

/**
 * Returns the part of a URL in an app's code that is the same for all its files:
 * `https://cdn.example.com/i18n/1f0c/latest/{{lng}}/{{ns}}` becomes `/i18n/1f0c/latest`.
 */
export function oldAddressPrefix(written: string): string {
  const path = written
    .trim()
    .replace(/^https?:\/\/[^/]*/i, '')
    .replace(/[?#{].*$/s, '')
    .replace(/\/+$/, '')
    .replace(/^\/private(?=\/)/, '')
  return path === '' || path.startsWith('/') ? path : `/${path}`
}

/** The URLs that a row of the table answers, and how. */
export type OldAddress = {
  readonly prefix: string
  readonly shape: OldAddressShape
  /** Slug. */
  readonly project: string
  readonly channel: string
  /** For `tolgee`: the namespace of files without one in their path. */
  readonly namespace: string | null
}

/**
 * Returns the target of a path that starts with the prefix of a row, and that row; null if there is none.
 * Private files of Locize are also found below `/private`.
 */
export function redirectOf(
  addresses: ReadonlyMap<string, OldAddress>,
  path: string,
): { readonly address: OldAddress; readonly location: string } | null {
  const isPrivate = path.startsWith('/private/')
  const shown = isPrivate ? path.slice('/private'.length) : path
  for (let end = shown.indexOf('/', 1), segments = 1; end > 0; end = shown.indexOf('/', end + 1)) {
    const address = addresses.get(shown.slice(0, end))
    if (address === undefined) {
      segments += 1
      if (segments > SEGMENTS_MAX) return null
      continue
    }
    if (isPrivate && address.shape !== 'locize') return null
    const file = fileOf(address, shown.slice(end + 1))
    return file === null
      ? null
      : { address, location: `/d/${address.project}/${address.channel}/locales/${file}` }
  }
  return null
}

/** Returns `{language}/{namespace}{extension}`, spelled as requested. */
function fileOf({ shape, namespace }: OldAddress, rest: string): string | null {
  const parts = rest.split('/')
  if (parts.some((part) => part === '' || /^(?:\.|%2e){1,2}$/i.test(part))) return null
  if (shape === 'locize') return parts.length < 2 ? null : `${rest}.json`
  const [, language, extension] = /^(.+)(\.[a-z0-9]{2,12})$/.exec(parts.at(-1) ?? '') ?? []
  const place =
    parts.length > 1 ? parts.slice(0, -1).join('/') : namespace === null ? null : encodeURI(namespace)
  return language === undefined || place === null ? null : `${language}/${place}${extension}`
}
