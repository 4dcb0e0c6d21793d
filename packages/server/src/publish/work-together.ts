/**
 * Runs a limited number of tasks at a time, for tasks that mostly wait, for example for a disk or a bucket.
 */
export type Together = {
  /** Starts a task once there is room. Throws the error of an earlier one. */
  readonly add: (work: () => Promise<void>) => Promise<void>
  /** Waits for all tasks. Throws the first error. */
  readonly done: () => Promise<void>
}

export function workTogether(atOnce: number): Together {
  const running = new Set<Promise<void>>()
  let failure: { readonly error: unknown } | null = null
  const refuse = () => {
    if (failure !== null) throw failure.error
  }
  return {
    async add(work) {
      while (running.size >= atOnce) await Promise.race(running)
      refuse()
      const task: Promise<void> = work()
        .catch((error: unknown) => {
          failure ??= { error }
        })
        .finally(() => running.delete(task))
      running.add(task)
    },
    async done() {
      await Promise.all(running)
      refuse()
    },
  }
}
