import { commonSpelling } from './match-language.ts'

/** What a delivery path requests; the language is spelled as the app spells it. */
export type BundleAddress = {
  readonly project: string
  readonly channel: string
  readonly language: string
  readonly namespace: string
  /** With the dot; selects one of the channel's formats. */
  readonly extension: string
  /** Whether the release for the channel's first readers is requested, if there is one. */
  readonly isNext: boolean
}

const ADDRESS = /^\/d\/([^/]+)\/([^/]+)\/locales\/([^/]+)\/(.+)(\.[a-z0-9]{2,12})$/

/** Reads `/d/{project}/{channel}/locales/{lng}/{ns}.{extension}`; null for any other path. */
export function bundleAddress(path: string, { isNext = false } = {}): BundleAddress | null {
  const found = ADDRESS.exec(path)
  const [, project, channel, language, namespace, extension] = found ?? []
  if (project === undefined || channel === undefined || language === undefined) return null
  if (namespace === undefined || extension === undefined) return null
  try {
    const decoded = { language: decodeURIComponent(language), namespace: decodeURIComponent(namespace) }
    return { project, channel, ...decoded, extension, isNext }
  } catch {
    return null // an invalid percent escape names nothing
  }
}

/** The list of everything a channel serves. */
type ManifestAddress = { readonly kind: 'manifest'; readonly project: string; readonly channel: string }

/** A file by its content: readers of a manifest request exactly these bytes. */
export type FixedAddress = {
  readonly kind: 'fixed'
  readonly project: string
  readonly language: string
  readonly namespace: string
  /** The start of the hash in the manifest. */
  readonly hash: string
  readonly extension: string
}

/** Any path of a project that can be loaded. */
export type DeliveredAddress = (BundleAddress & { readonly kind: 'file' }) | ManifestAddress | FixedAddress

const MANIFEST = /^\/d\/([^/]+)\/([^/]+)\/manifest\.json$/
const FIXED = /^\/d\/([^/]+)\/files\/([^/]+)\/(.+)\.([\w-]{22})(\.[a-z0-9]{2,12})$/

/** Reads a path of a file, of `…/{channel}/manifest.json`, or of `/d/{project}/files/…`; null for any other. */
export function deliveredAddress(path: string, { isNext = false } = {}): DeliveredAddress | null {
  const file = bundleAddress(path, { isNext })
  if (file !== null) return { kind: 'file', ...file }
  const [, project, channel] = MANIFEST.exec(path) ?? []
  if (project !== undefined && channel !== undefined) return { kind: 'manifest', project, channel }
  return fixedAddress(path)
}

/**
 * Returns one path for all spellings of an address: with other escapes, or another spelling of the language. It is the
 * path itself if that is spelled as browsers send it.
 */
export function commonPath(address: DeliveredAddress): string {
  const { project } = address
  if (address.kind === 'manifest') return `/d/${project}/${address.channel}/manifest.json`
  const { language, extension } = address
  const namespace = encodeURI(address.namespace)
  return address.kind === 'file'
    ? `/d/${project}/${address.channel}/locales/${commonSpelling(language)}/${namespace}${extension}`
    : `/d/${project}/files/${encodeURIComponent(language)}/${namespace}.${address.hash}${extension}`
}

function fixedAddress(path: string): FixedAddress | null {
  const [, project, language, namespace, hash, extension] = FIXED.exec(path) ?? []
  if (project === undefined || language === undefined || namespace === undefined) return null
  if (hash === undefined || extension === undefined) return null
  try {
    const decoded = { language: decodeURIComponent(language), namespace: decodeURIComponent(namespace) }
    // Such segments would lead out of the project's folder if files are stored by name.
    const isWayOut = [decoded.language, ...decoded.namespace.split('/')].some((step) =>
      /^\.{0,2}$|\//.test(step),
    )
    return isWayOut ? null : { kind: 'fixed', project, ...decoded, hash, extension }
  } catch {
    return null
  }
}
