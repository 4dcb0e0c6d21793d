import { AsyncLocalStorage } from 'node:async_hooks'
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

/**
 * Runs `meanwhile` right before each transaction of a server that is not its own. Returns what ends that. A write of
 * something else, such as a job, that has started before the end does not start it again.
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
  const held: typeof write = async (job, by) => {
    if (!isOver && isMeanwhile.getStore() === undefined) await isMeanwhile.run(true, meanwhile)
    return write(job, by)
  }
  store.write = held
  return () => {
    isOver = true
    if (store.write === held) store.write = write
  }
}
