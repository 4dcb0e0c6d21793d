import { statSync } from 'node:fs'

/**
 * Returns a function that returns whether the file at the path is still the same one: not deleted, moved or
 * replaced. A call takes a few microseconds.
 */
export function sameFile(path: string): () => boolean {
  const { dev, ino } = statSync(path)
  return () => {
    const now = statSync(path, { throwIfNoEntry: false })
    return now !== undefined && now.ino === ino && now.dev === dev
  }
}
