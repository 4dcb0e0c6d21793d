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
