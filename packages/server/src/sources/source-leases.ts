import type { SourceRow, Store } from '@dragoman/store'
import type { Leases } from '../leases/open-leases.ts'
import { oneAtATimeOfKey } from '../one-at-a-time.ts'
import { copyOf } from './git/copy-of.ts'

/**
 * The leases of sources. Those that share a copy of a repository share its lease, because Git and what cleans up after
 * it allow only one process in a copy.
 */
export type SourceLeases = {
  /** Takes the lease for a source, unless another process holds it. */
  readonly take: (source: SourceRow) => Promise<boolean>
  /** The source does not need it any more. It is released when no other does. */
  readonly release: (source: SourceRow) => Promise<void>
  /** Another process has it by now. */
  readonly noteLost: (lease: string) => void
  /** See `Leases`. */
  readonly isOwn: (source: SourceRow) => boolean
  readonly isHeld: (source: SourceRow) => boolean
  readonly fence: (source: SourceRow) => Store
}

/** Returns the name of the lease of a source. */
export function leaseOf(source: SourceRow): string {
  return `source ${source.kind === 'git' ? copyOf(source) : source.id}`
}

export function openSourceLeases(
  leases: Pick<Leases, 'take' | 'release' | 'isOwn' | 'isHeld' | 'fence'>,
): SourceLeases {
  /** Ids of the sources that need each lease which this process holds. */
  const users = new Map<string, Set<number>>()
  // A lease that is taken while it is being released would be lost, and this process would still count on it.
  const inTurn = oneAtATimeOfKey()

  return {
    take(source) {
      const lease = leaseOf(source)
      return inTurn(lease, async () => {
        if (!(await leases.take(lease))) return false
        users.set(lease, (users.get(lease) ?? new Set()).add(source.id))
        return true
      })
    },
    release(source) {
      const lease = leaseOf(source)
      return inTurn(lease, async () => {
        const rest = users.get(lease)
        rest?.delete(source.id)
        if (rest !== undefined && rest.size > 0) return
        users.delete(lease)
        await leases.release(lease)
      })
    },
    noteLost: (lease) => void users.delete(lease),
    isOwn: (source) => leases.isOwn(leaseOf(source)),
    isHeld: (source) => leases.isHeld(leaseOf(source)),
    fence: (source) => leases.fence(leaseOf(source)),
  }
}
