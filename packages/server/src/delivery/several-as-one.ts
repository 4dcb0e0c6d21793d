import type { IncomingMessage } from 'node:http'
import { type BundleAddress, bundleAddress } from '../publish/bundle-address.ts'
import type { CanRead, Publisher, ReadableBy, Reading } from '../publish/open-publisher.ts'
import type { ServedNames } from '../publish/served-names.ts'
import { bundleFrom } from './bundle.ts'
import type { FileFinder, Found } from './find-files.ts'

/** Larger answers are refused: anyone could request the same large file a hundred times in one URL. */
const SEVERAL_BYTES_MAX = 16 * 1024 * 1024

type SeveralParts = Pick<FileFinder, 'findFor'> & {
  readonly newestFor: (
    path: string,
    reader: string,
    isPrivate: boolean,
  ) => ReturnType<FileFinder['newestFor']>
  readonly publisher: Pick<Publisher, 'find' | 'namesOf'>
  readonly readableBy: ReadableBy
}

/** Returns the function that joins files of several languages and namespaces. */
export function openSeveralFiles(finder: SeveralParts): FileFinder['severalAsOne'] {
  return async (request, path, { several: { languages, namespaces }, reader }) => {
    const whole = languages.length === 1 ? await finder.findFor(request, path, reader) : null
    if (whole !== null) return whole
    const address = bundleAddress(path)
    if (address === null) return null
    const findIn = finderIn(finder, { request, address, reader })
    let known: Found | null = null
    let isOutdated = false
    let bytesLeft = SEVERAL_BYTES_MAX
    const parts: string[] = []
    for (const language of languages) {
      const files: string[] = []
      for (const namespace of namespaces) {
        const found = await findIn(language, namespace)
        if (found === 'unreadable') return null
        if (found === null) continue
        known ??= found
        isOutdated ||= found.isOutdated
        bytesLeft -= found.bundle.plain.body.length
        if (bytesLeft < 0) return null
        files.push(`${JSON.stringify(namespace)}:${found.bundle.plain.body.toString()}`)
      }
      if (files.length > 0) parts.push(`${JSON.stringify(language)}:{${files.join(',')}}`)
    }
    if (known === null) return null
    const bytes = Buffer.from(`{${parts.join(',')}}`)
    const rest = { hasOtherLanguages: true, nextPercent: 0, isOwn: false, bytes }
    return { bundle: bundleFrom({ ...known.bundle, ...rest }), isOutdated, by: known.by }
  }
}

/**
 * Returns a function that finds files of one channel for one request. Who can read the channel is asked once, and
 * after the first file that does not exist, which files it has: callers could request a hundred others in one URL.
 */
function finderIn(
  { publisher, readableBy, newestFor }: SeveralParts,
  {
    request,
    address,
    reader,
  }: { readonly request: IncomingMessage; readonly address: BundleAddress; readonly reader: string },
): (language: string, namespace: string) => Promise<Found | 'unreadable' | null> {
  const base = `/d/${address.project}/${address.channel}/locales/`
  let by: Reading['by'] | null = null
  let canRead: CanRead | undefined
  let names: ServedNames | null = null

  return async (language, namespace) => {
    if (names !== null && !(names.hasLanguage(language) && names.hasNamespace(namespace))) return null
    const path = `${base}${encodeURIComponent(language)}/${namespace.split('/').map(encodeURIComponent).join('/')}.json`
    let found = await newestFor(path, reader, by !== null)
    if (found === 'private' && by === null) {
      const reading = await readableBy(request)
      const channel = await publisher.find(address, reading.canRead)
      if (channel === null || channel === 'private') return 'unreadable'
      by = reading.by
      canRead = reading.canRead
      found = await newestFor(path, reader, true)
    }
    if (found === 'private') return 'unreadable'
    if (found !== null) return { ...found, by }
    const read = names ?? (await publisher.namesOf(address, canRead))
    if (read === null || read === 'private') return 'unreadable'
    names = read
    return null
  }
}
