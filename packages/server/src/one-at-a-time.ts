/** Work that is done one at a time, in the order in which it was given. */
export type OneAtATime = {
  /** Starts work when all work before it has ended. Its caller gets its error; the next work starts anyway. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** Resolves when all work given so far has ended. */
  readonly settled: () => Promise<unknown>
}

/** The first work starts when `begun` resolves, which it must. */
export function oneAtATime(begun: Promise<unknown> = Promise.resolve()): OneAtATime {
  let last = begun
  return {
    inTurn(work) {
      const done = last.then(work)
      last = done.catch(() => undefined)
      return done
    },
    settled: () => last,
  }
}

/** Returns a function that does the work of each key one at a time. */
export function oneAtATimeOfKey(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const done = (last.get(key) ?? Promise.resolve()).then(work)
    const ended = done
      .catch(() => undefined)
      .then(() => {
        if (last.get(key) === ended) last.delete(key)
      })
    last.set(key, ended)
    return done
  }
}
