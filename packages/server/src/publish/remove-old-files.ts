import { LeaseLostError, type Store } from '@dragoman/store'
import type { Blobs } from '../blobs/blobs.ts'
import type { Leases } from '../leases/open-leases.ts'
import type { Log } from '../log.ts'
import { openLoop } from '../open-loop.ts'
import type { PublishedManifests } from './published-manifests.ts'
import { removeUnnamedFiles } from './remove-unnamed-files.ts'

type RemovalParts = {
  readonly store: Store
  readonly fenced: ReturnType<Leases['fence']>
  readonly log: Log
  readonly now: () => Date
  readonly blobs: Blobs
  /** How long a file stays that no manifest names any more: readers can have an older manifest. */
  readonly keepMs: number
  readonly published: Pick<PublishedManifests, 'list' | 'manifestsOf'>
  /** Runs work when nothing is being published. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** Whether this process is the one that publishes. */
  readonly isLeading: () => boolean
}

/** Removes published files that no manifest names any more, now and then. */
export type Removal = { readonly soon: () => void; readonly close: () => Promise<void> }

const REMOVE_EVERY_MS = 60 * 60_000

export function openRemoval({
  store,
  fenced,
  log,
  now,
  blobs,
  keepMs,
  published,
  inTurn,
  isLeading,
}: RemovalParts): Removal {
  const loop = openLoop(removeOld, (error) => {
    // Retried at the next check.
    if (!(error instanceof LeaseLostError)) log({ level: 'warn', event: 'old-files-not-removed', error })
  })

  async function removeOld(): Promise<void> {
    let removed = 0
    for (let isMore = true; isMore && isLeading() && !loop.signal.aborted; )
      isMore = await inTurn(async () => {
        if (!(await published.list()).isWhole) return false
        const beforeMs = now().getTime() - keepMs
        const some = await removeUnnamedFiles({
          store,
          fenced,
          blobs,
          manifestsOf: published.manifestsOf,
          beforeMs,
        })
        removed += some.removed
        return some.done > 0
      })
    if (removed > 0) log({ level: 'info', event: 'old-files-removed', files: removed })
  }

  loop.start(REMOVE_EVERY_MS)
  return {
    soon: loop.wake,
    close: loop.close,
  }
}
