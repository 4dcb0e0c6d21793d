import { randomBytes } from 'node:crypto'
import { addShortSecret, takeExpiredSecret, type Writer } from '@dragoman/store'
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
  const loop = openLoop(carryOutDue, (error) =>
    log({ level: 'error', event: 'reset-mail-not-queued', error }),
  )

  async function carryOutDue(): Promise<void> {
    for (;;) {
      const isDone = await store.write(async (w) => {
        const due = await takeExpiredSecret(w, 'reset-request', now().toISOString())
        const request = due && requestIn(due.payload)
        if (request) await carryOut(w, request)
        return due === null
      })
      if (isDone || loop.signal.aborted) return
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
