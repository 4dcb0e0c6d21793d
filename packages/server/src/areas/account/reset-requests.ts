import { randomBytes } from 'node:crypto'
import { addShortSecret, oldestExpiredSecret, removeShortSecret, type Writer } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import { openLoop } from '../../open-loop.ts'

/** A name for which someone asked for a link to set a new password, and from where. */
export type ResetRequest = { readonly login: string; readonly address: string }

/** How often requests are looked for that a process left behind. */
const LOOK_EVERY_MS = 60_000

/**
 * Keeps requests for reset links and carries them out some seconds later. Each name is one row, whether someone has it
 * or not, so that neither the response nor the time of later calls reveals who has an account.
 */
export function openResetRequests(
  { store, now, log, resetDelayMs }: Pick<Deps, 'store' | 'now' | 'log' | 'resetDelayMs'>,
  carryOut: (w: Writer, request: ResetRequest) => Promise<void>,
) {
  const timers = new Set<NodeJS.Timeout>()
  const loop = openLoop(carryOutDue, logFailed)

  function logFailed(error: unknown): void {
    log({ level: 'error', event: 'reset-mail-not-queued', error })
  }

  async function carryOutDue(): Promise<void> {
    while (!loop.signal.aborted) {
      const due = await store.read((r) => oldestExpiredSecret(r, 'reset-request', now().toISOString()))
      if (due === null) return
      await take(due)
    }
  }

  /** What fails for one person must not delay the emails of the others; they can request another link. */
  async function take({
    hash,
    payload,
  }: {
    readonly hash: string
    readonly payload: unknown
  }): Promise<void> {
    try {
      await store.write(async (w) => {
        // Another process can have taken it.
        const isOwn = await removeShortSecret(w, hash)
        const request = requestIn(payload)
        if (isOwn && request !== null) await carryOut(w, request)
      })
    } catch (error) {
      logFailed(error)
      await store.write((w) => removeShortSecret(w, hash))
    }
  }

  return {
    /** Stores a request; the email follows after a random time. */
    async add(request: ResetRequest): Promise<void> {
      const delayMs = resetDelayMs()
      const at = now()
      await store.write((w) =>
        addShortSecret(w, {
          hash: randomBytes(32).toString('base64url'),
          kind: 'reset-request',
          userId: null,
          payload: request,
          at: at.toISOString(),
          expiresAt: new Date(at.getTime() + delayMs).toISOString(),
        }),
      )
      const timer = setTimeout(() => {
        timers.delete(timer)
        loop.wake()
      }, delayMs)
      timers.add(timer)
    },
    start(): void {
      loop.start(LOOK_EVERY_MS)
      loop.wake()
    },
    async close(): Promise<void> {
      for (const timer of timers) clearTimeout(timer)
      await loop.close()
    },
  }
}

function requestIn(payload: unknown): ResetRequest | null {
  const { login, address } = (payload ?? {}) as Readonly<Record<string, unknown>> // checked on the next line
  return typeof login === 'string' && typeof address === 'string' ? { login, address } : null
}
