const underWay = new Map<string, Promise<unknown>>()

/**
 * Runs one job at a time per copy: branches of a repository share it, and a fetch locks its files. Other processes do not
 * use it, because the lease of a repository is that of its copy.
 */
export function oneByOne<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const done = (underWay.get(folder) ?? Promise.resolve()).then(work, work)
  const end = done
    .catch(() => undefined) // its caller gets the error
    .then(() => {
      if (underWay.get(folder) === end) underWay.delete(folder)
    })
  underWay.set(folder, end)
  return done
}
