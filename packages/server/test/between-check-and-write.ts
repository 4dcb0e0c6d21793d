import { AsyncLocalStorage } from 'node:async_hooks'
import type { RunningServer } from '../src/main.ts'

/**
 * Runs `meanwhile` right before the next transaction of a server begins: after a call was checked, before it
 * writes. Returns whether it ran; call it when the answer is there.
 */
export function beforeNextWrite(
  { deps }: Pick<RunningServer, 'deps'>,
  meanwhile: () => Promise<void>,
): () => boolean {
  // Handlers call the function of this object, so that one test can put itself in between.
  const store = deps.store as { write: typeof deps.store.write }
  const write = store.write
  let hasRun = false
  const held: typeof write = async (job, by) => {
    if (store.write === held) store.write = write
    hasRun = true
    await meanwhile()
    return write(job, by)
  }
  store.write = held
  return () => {
    if (store.write === held) store.write = write
    return hasRun
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
