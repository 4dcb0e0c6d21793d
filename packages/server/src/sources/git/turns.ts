/** Work that is done one after the other. Nothing is done before `begin` was called. */
export type Turns = {
  readonly begin: () => void
  readonly begun: Promise<void>
  readonly inTurn: <T>(job: () => Promise<T>) => Promise<T>
  /** Resolves once everything that waits for its turn is done. */
  readonly done: () => Promise<unknown>
}

export function openTurns(): Turns {
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  let work: Promise<unknown> = begun
  return {
    begin: () => begin(),
    begun,
    inTurn(job) {
      const done = work.then(job)
      work = done.catch(() => undefined) // its caller gets the error
      return done
    },
    done: () => work,
  }
}
