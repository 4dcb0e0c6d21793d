import type { DomainEvent } from '@dragoman/contract'
import {
  catalogTexts,
  eventsAfter,
  newestEvent,
  notePublishedFiles,
  type Reader,
  type Store,
} from '@dragoman/store'
import type { Blobs } from '../blobs/blobs.ts'
import { type Follower, openFollower } from '../events/open-follower.ts'
import type { Leases } from '../leases/open-leases.ts'
import type { Log } from '../log.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { openFileWriting } from './file-writing.ts'
import type { CanRead } from './open-publisher.ts'
import { publishChanges } from './publish-changes.ts'
import type { Published } from './published-list.ts'
import { openPublishedManifests } from './published-manifests.ts'
import { openReleaseTexts } from './release-texts.ts'
import { openRemoval } from './remove-old-files.ts'
import type { ServedFileWriter } from './served-file-writer.ts'
import type { TextSources } from './served-texts.ts'
import { type StaleFiles, staleAfter } from './stale-files.ts'

export type BlobPublishingOptions = {
  readonly store: Store
  readonly leases: Leases
  readonly log: Log
  readonly now: () => Date
  readonly blobs: Blobs
  /** How long a file stays that no manifest names any more: readers can have an older manifest. */
  readonly keepMs: number
  /** Whether everyone can load the files of a channel; others are not published. */
  readonly isPublic: CanRead
  readonly write: ServedFileWriter
}

const PUBLISHING = 'publish-files'
/** What is saved within this time is published together. */
const BETWEEN_MS = 20
const JSON_TYPE = 'application/json; charset=utf-8'
const ALL: StaleFiles = { projectId: null, channel: null, files: null, isOfCatalog: false, isServable: true }

/**
 * Writes what open channels serve to the blobs: first changed files under their hashes, then the manifest
 * that names them, then the list that says which manifests are new. One process at a time continues where the
 * previous one stopped; repeating it after a crash has the same result. After a backup was restored, everything is
 * published again.
 */
export function publishToBlobs(options: BlobPublishingOptions): Follower {
  const { store, leases, log, now, blobs, isPublic, write } = options
  const fenced = leases.fence(PUBLISHING)
  // Caches of the request path can be behind the event being followed.
  const sources: TextSources = { catalog: catalogTexts, releases: openReleaseTexts() }
  const published = openPublishedManifests(blobs, blobWriting(options, fenced))
  /** Publishing and removing run one after the other. */
  const { inTurn } = oneAtATime()

  /** Records files that from now on can be in no manifest. */
  async function noteFiles(names: readonly string[]): Promise<void> {
    if (names.length > 0) await fenced.write((w) => notePublishedFiles(w, names, now().getTime()))
  }

  function publish(r: Reader, stale: readonly StaleFiles[]): Promise<boolean> {
    return publishChanges(r, stale, {
      published,
      writing: openFileWriting(blobs, noteFiles),
      sources,
      isPublic,
      write,
      log,
    })
  }

  const follower = openFollower<'published'>({
    name: PUBLISHING,
    store,
    log,
    leases,
    ignores: new Set(),
    pauseMs: BETWEEN_MS,
    onLead: published.forget,
    async beforeRestart() {
      await inTurn(() => published.note({ isWhole: false }))
    },
    async prepare() {
      await inTurn(async () => {
        const list = await published.list()
        if (list.isWhole && (await store.read((r) => isOfThisDatabase(r, list)))) {
          if (list.event === null) await published.note({ event: await store.read(newestEvent) })
          return
        }
        const isWhole = await store.read((r) => publish(r, [ALL]))
        await published.note({ isWhole, event: await store.read(newestEvent) })
      })
      removal.soon()
    },
    async effectsOf(r, events) {
      const stale = events.flatMap((event) => staleAfter(event satisfies DomainEvent) ?? [])
      if (stale.length === 0) return []
      await inTurn(() => publish(r, stale))
      return ['published']
    },
    apply: async () => undefined,
  })
  const removal = openRemoval({
    ...options,
    fenced,
    published,
    inTurn,
    isLeading: follower.isLeading,
  })
  return {
    ...follower,
    async close() {
      await removal.close()
      await follower.close()
    },
  }
}

/**
 * False: the published texts are from after the backup that was restored, or from another database. Also false if so
 * little was published that the event was removed as old: publishing everything again changes nothing then.
 */
async function isOfThisDatabase(r: Reader, { event }: Published): Promise<boolean> {
  return event === null || (await eventsAfter(r, event, 0)) !== null
}

/**
 * Returns a function that writes or removes a blob. It throws if the lease was lost, because another process then
 * publishes newer files.
 */
function blobWriting({ store, blobs }: Pick<BlobPublishingOptions, 'store' | 'blobs'>, fenced: Store) {
  return async (name: string, bytes: Uint8Array | null): Promise<void> => {
    const act = async () => {
      if (bytes === null) await blobs.remove(name)
      else await blobs.write(name, bytes, { contentType: JSON_TYPE, cacheControl: 'no-cache' })
    }
    // A single process needs no lock; of several, none can be overtaken between checking and writing.
    if (store.dialect === 'sqlite') await act()
    else await fenced.write(act)
  }
}
