import type { BundleAddress } from './bundle-address.ts'

/** Files of several languages and namespaces that an app requests together: `de+en/common+cart`. */
export type SeveralFiles = {
  readonly languages: readonly string[]
  readonly namespaces: readonly string[]
}

/** The maximum number of files in one answer. */
const FILES_MAX = 100

/** Reads an address with a `+`; null for one file, or too many. A namespace can contain a `+` too. */
export function severalFiles(address: BundleAddress): SeveralFiles | null {
  const languages = [...new Set(address.language.split('+'))].filter((part) => part !== '')
  const namespaces = [...new Set(address.namespace.split('+'))].filter((part) => part !== '')
  const count = languages.length * namespaces.length
  if (!`${address.language}${address.namespace}`.includes('+') || count === 0 || count > FILES_MAX)
    return null
  return { languages, namespaces }
}
