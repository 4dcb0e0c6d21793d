import { randomUUID } from 'node:crypto'
import { heldLeases, releaseLeases, renewLeases, requireLease, type Store, takeLease } from '@dragoman/store'
import type { Log } from '../log.ts'
import { type Loop, openLoop } from '../open-loop.ts'
import type { Timings } from '../timings.ts'

/** Leases for work that only one of several processes does at a time, by name. */
export type Leases = {
  /** Takes a lease that no other process holds. */
  readonly take: (name: string) => Promise<boolean>
  /** Releases a lease, so that another process can take it immediately. */
  readonly release: (name: string) => Promise<void>
  /**
   * Returns the store while the lease is held: a write of a process that has lost it throws LeaseLostError.
   */
  readonly fence: (name: string) => Store
  /** Whether this process holds it, as far as known. */
  readonly isOwn: (name: string) => boolean
  /** Whether some process holds it, as far as known here. */
  readonly isHeld: (name: string) => boolean
  /** Can be called several times; each is notified of all leases. */
  readonly start: (work: LeaseWork) => void
  readonly close: () => Promise<void>
}

/** Renewing leases waits for none of it. */
export type LeaseWork = {
  /** A lease can be free. One call at a time. */
  readonly onLook: () => Promise<void>
  /** Another process has it by now. */
  readonly onLost: (name: string) => Promise<void>
}

/** Opens the leases. A single process has all of them and never checks. */
export function openLeases({
  store,
  log,
  timings,
}: {
  readonly store: Store
  readonly log: Log
  readonly timings: Timings
}): Leases {
  const holder = randomUUID()
  const own = new Set<string>()
  const isShared = store.dialect === 'postgres'
  let held: ReadonlySet<string> = own
  const works: { readonly taking: Loop; readonly onLost: LeaseWork['onLost'] }[] = []
  const losses = new Set<Promise<void>>()
  // The database is unreachable: leases are renewed when it is back, or lost by then.
  const renewing = openLoop(renew, (error) => log({ level: 'warn', event: 'leases-not-renewed', error }))
  const looking = openLoop(look, logNotTaken)

  function logNotTaken(error: unknown): void {
    log({ level: 'warn', event: 'leases-not-taken', error })
  }

  function sight(): { readonly session: number | null; readonly seesSessions: boolean } {
    const session = store.session()
    return {
      session: session?.number ?? null,
      seesSessions: session !== null && session.ageMs > timings.sessionsSeenAfterMs,
    }
  }

  async function renew(): Promise<void> {
    // Only those: one whose take was not answered, or whose release failed, expires, so that it can be taken.
    const names = [...own]
    if (names.length === 0) return
    const { session } = sight()
    const renewed = await store.write((w) =>
      renewLeases(w, { names, holder, forMs: timings.leaseMs, session }),
    )
    for (const name of names) if (!renewed.has(name) && own.delete(name)) lose(name)
  }

  function lose(name: string): void {
    log({ level: 'warn', event: 'lease-lost', name })
    for (const { onLost } of works) {
      const ended = onLost(name)
        .catch((error: unknown) => log({ level: 'error', event: 'lost-work-not-stopped', name, error }))
        .finally(() => losses.delete(ended))
      losses.add(ended)
    }
  }

  async function look(): Promise<void> {
    held = await store.read((r) => heldLeases(r, sight()))
    for (const { taking } of works) taking.wake()
  }

  return {
    async take(name) {
      if (isShared && !own.has(name)) {
        const isTaken = await store.write((w) =>
          takeLease(w, { name, holder, forMs: timings.leaseMs, ...sight() }),
        )
        if (!isTaken) {
          held = new Set([...held, name])
          return false
        }
      }
      own.add(name)
      return true
    },
    async release(name) {
      if (!own.delete(name) || !isShared) return
      await store.write((w) => releaseLeases(w, holder, name))
      held = new Set([...held].filter((one) => one !== name))
    },
    fence: (name) => (isShared ? fenced(store, { name, holder }) : store),
    isOwn: (name) => own.has(name),
    isHeld: (name) => own.has(name) || held.has(name),
    start({ onLook, onLost }) {
      if (!isShared) return
      works.push({ taking: openLoop(onLook, logNotTaken), onLost })
      renewing.start(timings.leasePollMs)
      looking.start(timings.leasePollMs)
    },
    async close() {
      await Promise.all([renewing, looking, ...works.map(({ taking }) => taking)].map((loop) => loop.close()))
      await Promise.all(losses)
      if (isShared) await store.write((w) => releaseLeases(w, holder)).catch(() => undefined) // it expires
    },
  }
}

/** Returns the store with writes that throw LeaseLostError once the lease is lost. */
function fenced(store: Store, lease: { readonly name: string; readonly holder: string }): Store {
  return {
    ...store,
    write: (job, by) =>
      store.write(async (w) => {
        await requireLease(w, lease)
        return job(w)
      }, by),
  }
}
