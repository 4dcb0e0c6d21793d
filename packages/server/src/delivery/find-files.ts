import type { IncomingMessage } from 'node:http'
import { getsNext } from '../publish/build-bundle.ts'
import { deliveredAddress } from '../publish/bundle-address.ts'
import type { Publisher, ReadableBy, Reading } from '../publish/open-publisher.ts'
import type { SeveralFiles } from '../publish/several-files.ts'
import { bundleFrom } from './bundle.ts'
import type { KeptBundles, NewestBundle } from './kept-bundles.ts'
import { openSeveralFiles } from './several-as-one.ts'

/** A file, and who can get it: everyone, or the reader with this session or token. */
export type Found = NewestBundle & { readonly by: Reading['by'] | null }

/** Finds the files that the reader of a request can get. */
export type FileFinder = {
  /** Returns the file of the release that the reader gets. */
  readonly newestFor: (path: string, reader: string) => Promise<NewestBundle | 'private' | null>
  /** Returns the file of a path for the reader of a request. Null if it does not exist, or not for them. */
  readonly findFor: (request: IncomingMessage, path: string, reader: string) => Promise<Found | null>
  /**
   * Returns files of several languages and namespaces as one: by language and namespace, spelled as in the
   * request. Files that do not exist are left out. Built for this answer only, from cached files. If there is a
   * namespace whose name is all of it, with the `+`, returns its file.
   */
  readonly severalAsOne: (
    request: IncomingMessage,
    path: string,
    asked: { readonly several: SeveralFiles; readonly reader: string },
  ) => Promise<Found | null>
}

type FinderParts = {
  readonly publisher: Pick<Publisher, 'build' | 'find' | 'namesOf'>
  readonly readableBy: ReadableBy
  readonly kept: KeptBundles
  readonly noteServed: (place: string) => void
}

export function openFileFinder({ publisher, readableBy, kept, noteServed }: FinderParts): FileFinder {
  async function newestFor(
    path: string,
    reader: string,
    isPrivate = false,
  ): Promise<NewestBundle | 'private' | null> {
    const usual = await kept.newest(path, { isPrivate })
    if (usual === 'private' || reader === '') return usual
    if (usual !== null)
      return getsNext(usual.bundle, reader) ? kept.newest(path, { isNext: true, isPrivate }) : usual
    // Only the next release might have the language or namespace.
    const next = await kept.newest(path, { isNext: true, isPrivate })
    return next === null || next === 'private' || getsNext(next.bundle, reader) ? next : null
  }

  async function findFor(request: IncomingMessage, path: string, reader: string): Promise<Found | null> {
    const open = await newestFor(path, reader)
    if (open === null) return null
    if (open !== 'private') return { ...open, by: null }
    const address = deliveredAddress(path)
    if (address === null) return null
    const { canRead, by } = await readableBy(request)
    if (address.kind === 'fixed') {
      const built = await publisher.build(address, canRead)
      if (built === null || built === 'private') return null
      const bundle = bundleFrom(built)
      if (bundle.place !== null) noteServed(bundle.place)
      return { bundle, isOutdated: false, by }
    }
    // Checked each time: a revoked token stops working immediately, whatever is in memory.
    const channel = await publisher.find(address, canRead)
    if (channel === null || channel === 'private') return null
    const found = await newestFor(path, reader, true)
    return found === null || found === 'private' ? null : { ...found, by }
  }

  const severalAsOne = openSeveralFiles({ publisher, readableBy, newestFor, findFor })
  return { newestFor, findFor, severalAsOne }
}
