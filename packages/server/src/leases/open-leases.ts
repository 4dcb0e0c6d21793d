import { randomUUID } from 'node:crypto'
import { heldLeases, releaseLeases, renewLeases, requireLease, type Store, takeLease } from '@dragoman/store'
import type { Log } from '../log.ts'

/** What only one of several processes does at a time, by name. */
export type Leases = {
  /** Takes a lease that nobody else holds. */
  readonly take: (name: string) => Promise<boolean>
  /** Gives it back, so that another may take it at once. */
  readonly release: (name: string) => Promise<void>
  /** The store as long as the lease is held: a write of a process that has lost it throws LeaseLostError. */
  readonly fence: (name: string) => Store
  /** Whether some process holds it, as far as is known here. */
  readonly isHeld: (name: string) => boolean
  /** Several may follow; each is told of all leases. */
  readonly start: (work: LeaseWork) => void
  readonly close: () => Promise<void>
}

export type LeaseWork = {
  /** Something may be free to take. */
  readonly onLook: () => Promise<void>
  /** Another process has it by now. */
  readonly onLost: (name: string) => Promise<void>
}

/** A holder that died is followed by another after this and one look at most: 12 seconds. */
const LEASE_MS = 10_000
const LOOK_EVERY_MS = 2_000

/** Where there is one process, it has all leases, and there is nothing to look for. */
export function openLeases({ store, log }: { readonly store: Store; readonly log: Log }): Leases {
  const holder = randomUUID()
  const own = new Set<string>()
  const isShared = store.dialect === 'postgres'
  let held: ReadonlySet<string> = own
  const works: LeaseWork[] = []
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> | null = null

  async function look(): Promise<void> {
    const had = [...own]
    const renewed =
      had.length === 0 ? null : await store.write((w) => renewLeases(w, { holder, forMs: LEASE_MS }))
    for (const name of had) {
      if (renewed?.has(name) || !own.delete(name)) continue
      log({ level: 'warn', event: 'lease-lost', name })
      for (const { onLost } of works) await onLost(name)
    }
    held = await store.read(heldLeases)
    for (const { onLook } of works) await onLook()
  }

  return {
    async take(name) {
      if (isShared && !own.has(name)) {
        const isTaken = await store.write((w) => takeLease(w, { name, holder, forMs: LEASE_MS }))
        if (!isTaken) {
          held = new Set([...held, name])
          return false
        }
      }
      own.add(name)
      return true
    },
    async release(name) {
      if (own.delete(name) && isShared) await store.write((w) => releaseLeases(w, holder, name))
    },
    fence(name) {
      if (!isShared) return store
      return {
        ...store,
        write: (job, by) =>
          store.write(async (w) => {
            await requireLease(w, { name, holder })
            return job(w)
          }, by),
      }
    },
    isHeld: (name) => own.has(name) || held.has(name),
    start(work) {
      if (!isShared) return
      works.push(work)
      timer ??= setInterval(() => {
        looking ??= look()
          // The database is away: what is held is renewed when it is back, or lost by then.
          .catch((error: unknown) => log({ level: 'warn', event: 'leases-not-renewed', error }))
          .finally(() => {
            looking = null
          })
      }, LOOK_EVERY_MS)
      timer.unref()
    },
    async close() {
      if (timer !== null) clearInterval(timer)
      await looking
      if (isShared) await store.write((w) => releaseLeases(w, holder)).catch(() => undefined) // it runs out
    },
  }
}
