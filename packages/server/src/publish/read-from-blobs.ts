import type { OldAddress } from '@dragoman/core'
import type { Blobs } from '../blobs/blobs.ts'
import type { Log } from '../log.ts'
import type { RevisedBundle } from './build-bundle.ts'
import { cachedForMs } from './cache-control.ts'
import type { Publisher, StaleListener } from './open-publisher.ts'
import { readPublished } from './read-published.ts'
import { servedNames } from './served-names.ts'
import { watchPublished } from './watch-published.ts'

export type BlobReading = Pick<Publisher, 'build' | 'find' | 'namesOf' | 'onStale'> & {
  /** Old addresses of apps, by their prefix. */
  readonly addresses: () => ReadonlyMap<string, OldAddress>
  /** Whether anything published was found since the start. */
  readonly hasFound: () => boolean
  readonly close: () => void
}

export type BlobReadingOptions = {
  readonly blobs: Blobs
  readonly log: Log
  /** How often to check for changes. */
  readonly pollMs?: number
}

const POLL_MS = 300

/** Reads what `publishToBlobs` has published, for a program without a database. */
export function readFromBlobs({ blobs, log, pollMs = POLL_MS }: BlobReadingOptions): BlobReading {
  const listeners: StaleListener[] = []
  const watch = watchPublished({
    blobs,
    log,
    pollMs,
    onStale(stale, number) {
      for (const listener of listeners) listener(stale, number)
    },
  })

  return {
    hasFound: watch.hasFound,
    addresses: watch.addresses,
    async build(address): Promise<RevisedBundle | null> {
      const bundle = await readPublished({ blobs, watch }, address)
      return bundle && { ...bundle, contains: null }
    },
    async find(address) {
      const manifest = await watch.manifestOf(address)
      if (manifest === null) return null
      const { projectId, channel, origins, cacheControl } = manifest
      // Changes are reported by file, whatever the files were built from.
      const isFollowed = { kind: 'catalog', hasOtherLanguages: false, collectsMissing: false } as const
      return { projectId, channel, ...isFollowed, origins, cachedMs: cachedForMs(cacheControl) }
    },
    async namesOf(address) {
      const manifest = await watch.manifestOf(address)
      if (manifest === null) return null
      const files = [...manifest.files, ...(manifest.next?.files ?? [])]
      return servedNames({
        languages: [...manifest.languages, ...files.map(({ language }) => language)],
        namespaces: new Set(files.map(({ namespace }) => namespace)),
        isPseudo: false,
      })
    },
    onStale: (listener) => void listeners.push(listener),
    close: watch.close,
  }
}
