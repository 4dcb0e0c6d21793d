import type { OldAddress } from '@dragoman/core'
import type { Blobs } from '../blobs/blobs.ts'
import type { Log } from '../log.ts'
import { openLoop } from '../open-loop.ts'
import { type ManifestAddress, openKnownManifests } from './known-manifests.ts'
import { openListReader } from './list-reader.ts'
import type { Manifest } from './manifest.ts'
import type { StaleListener } from './open-publisher.ts'
import { PUBLISHED_ADDRESSES, readAddresses } from './published-addresses.ts'
import { markOf } from './published-list.ts'
import { workTogether } from './work-together.ts'

/** Everything published, in memory and up to date. */
export type PublishedWatch = {
  /** Returns a manifest; null if it is not published. Throws if that cannot be determined now. */
  readonly manifestOf: (address: ManifestAddress) => Promise<Manifest | null>
  /** Returns the names of all manifests. Throws if they cannot be determined now. */
  readonly names: () => Promise<readonly string[]>
  /** By prefix. Throws until they were read. */
  readonly addresses: () => ReadonlyMap<string, OldAddress>
  /** Whether anything published was found since the start. */
  readonly hasFound: () => boolean
  readonly close: () => void
}

export type PublishedWatchOptions = {
  readonly blobs: Blobs
  readonly log: Log
  readonly pollMs: number
  /** Called with the files that have changed. */
  readonly onStale: StaleListener
}

/** A bucket mostly waits. */
const LOOKED_AT_ONCE = 8

/**
 * Checks one blob, the list of what is published, and reads the manifests that it says are new. Also checks
 * one other manifest in turn, because a publisher of an earlier version writes manifests without recording
 * them in the list. If the list has no marks at all, checks each manifest.
 */
export function watchPublished({ blobs, log, pollMs, onStale }: PublishedWatchOptions): PublishedWatch {
  const list = openListReader(blobs)
  const manifests = openKnownManifests({ blobs, list, onStale })
  const loop = openLoop(pollAll, (error) => log({ level: 'warn', event: 'blobs-away', error }))
  let addresses: ReadonlyMap<string, OldAddress> | null = null
  let addressesMark: string | null = null
  let isAway = false

  async function pollAddresses(): Promise<void> {
    const published = list.published()
    if (published === null || (addresses !== null && published.addresses === addressesMark)) return
    const bytes = published.addresses === null ? null : await blobs.read(PUBLISHED_ADDRESSES)
    // A lost blob will be published again: the addresses in it are still in apps.
    if (bytes === null && published.addresses !== null) throw new Error(`${PUBLISHED_ADDRESSES} is lost`)
    addresses = bytes === null ? new Map() : readAddresses(bytes)
    // If it is being written at this moment, the next list names it.
    addressesMark = bytes && markOf(bytes)
  }

  async function pollAll(): Promise<void> {
    const failed: unknown[] = []
    const attempt = async (work: () => Promise<void>) => {
      await work().catch((error: unknown) => void failed.push(error))
    }
    await attempt(list.refresh)
    // An unreadable manifest must not stop the others.
    const looking = workTogether(LOOKED_AT_ONCE)
    for (const name of manifests.namesToPoll()) await looking.add(() => attempt(() => manifests.poll(name)))
    await looking.done()
    await attempt(pollAddresses)
    // Known files are served further; one log entry is enough.
    if (failed.length > 0 && !isAway) log({ level: 'warn', event: 'blobs-away', error: failed[0] })
    isAway = failed.length > 0
  }

  loop.start(pollMs)
  loop.wake()

  return {
    manifestOf: manifests.manifestOf,
    async names() {
      if (!list.isRead()) await list.refresh()
      const published = list.published()
      if (published === null) throw new Error('Nothing is published')
      return [...published.manifests.keys()]
    },
    addresses() {
      if (addresses === null) throw new Error('The old addresses were not read yet')
      return addresses
    },
    hasFound: list.hasFound,
    close: () => void loop.close(),
  }
}
