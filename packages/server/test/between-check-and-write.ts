import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { RunningServer } from '../src/main.ts'

/**
 * Runs `meanwhile` once, right before the next transaction of a server begins: after a call was checked, before it
 * writes. A write of the program, such as a job, can start it first: then the call waits for it too, so that the call
 * never writes before `meanwhile` has ended. Returns what ends that and says whether it ran.
 */
export function beforeNextWrite(
  server: Pick<RunningServer, 'deps'>,
  meanwhile: () => Promise<void>,
): () => boolean {
  let ran: Promise<void> | undefined
  const end = beforeEachWrite(server, () => {
    ran ??= meanwhile()
    return ran
  })
  return () => {
    end()
    return ran !== undefined
  }
}

/** Published by Node.js before a server passes a request to its listeners. */
const REQUEST_STARTS = 'http.server.request.start'

/**
 * Like `beforeEachWrite`, but only before transactions of requests: the program's own writes in the background do not
 * count.
 */
export function beforeEachWriteOfRequests(
  server: Pick<RunningServer, 'deps'>,
  meanwhile: () => Promise<void>,
): () => void {
  const isRequest = new AsyncLocalStorage<true>()
  const note = () => isRequest.enterWith(true)
  subscribe(REQUEST_STARTS, note)
  const end = beforeEachWrite(server, async () => {
    if (isRequest.getStore() !== undefined) await meanwhile()
  })
  return () => {
    unsubscribe(REQUEST_STARTS, note)
    end()
  }
}

/**
 * Runs `meanwhile` right before each transaction of a server that is not its own, one transaction after the other, as
 * SQLite does: on PostgreSQL a write in the background would otherwise run it while another transaction is neither
 * before nor after it. Returns what ends that. A write of something else, such as a job, that has started before the
 * end does not start it again.
 */
export function beforeEachWrite(
  { deps }: Pick<RunningServer, 'deps'>,
  meanwhile: () => Promise<void>,
): () => void {
  // Handlers call the function of this object, so that a test can replace it.
  const store = deps.store as { write: typeof deps.store.write }
  const { write } = store
  const isMeanwhile = new AsyncLocalStorage<true>()
  let isOver = false
  let queue: Promise<unknown> = Promise.resolve()
  const held: typeof write = (job, by) => {
    if (isMeanwhile.getStore() !== undefined) return write(job, by)
    const turn = queue.then(async () => {
      if (!isOver) await isMeanwhile.run(true, meanwhile)
      return write(job, by)
    })
    queue = turn.catch(() => undefined)
    return turn
  }
  store.write = held
  return () => {
    isOver = true
    if (store.write === held) store.write = write
  }
}
