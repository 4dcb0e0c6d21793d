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
  store.write = async (job, by) => {
    store.write = write
    hasRun = true
    await meanwhile()
    return write(job, by)
  }
  return () => {
    store.write = write
    return hasRun
  }
}

/** Runs `meanwhile` right before each transaction of a server that is not its own. Returns what ends that. */
export function beforeEachWrite(
  { deps }: Pick<RunningServer, 'deps'>,
  meanwhile: () => Promise<void>,
): () => void {
  const store = deps.store as { write: typeof deps.store.write }
  const { write } = store
  const held: typeof write = async (job, by) => {
    store.write = write
    await meanwhile()
    store.write = held
    return write(job, by)
  }
  store.write = held
  return () => {
    store.write = write
  }
}
