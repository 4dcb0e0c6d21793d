/** When sources that this process syncs are paused or being stopped. */
export type SourcePauses = {
  readonly has: (sourceId: number) => boolean
  /** Resolves once the source is not paused. */
  readonly end: (sourceId: number) => Promise<void>
  /** Runs a task; the source is paused until its end. */
  readonly during: <T>(sourceId: number, task: () => Promise<T>) => Promise<T>
}

export function openSourcePauses(): SourcePauses {
  const ends = new Map<number, Promise<void>>()
  return {
    has: (sourceId) => ends.has(sourceId),
    end: async (sourceId) => ends.get(sourceId),
    async during(sourceId, task) {
      let end = () => {}
      const pause = new Promise<void>((resolve) => {
        end = resolve
      })
      ends.set(sourceId, pause)
      try {
        return await task()
      } finally {
        if (ends.get(sourceId) === pause) ends.delete(sourceId)
        end()
      }
    },
  }
}
