import { statSync } from 'node:fs'

/**
 * Tells whether the file at the path is still the one that is there now, and not deleted, moved away or
 * replaced. Takes some microseconds.
 */
export function sameFile(path: string): () => boolean {
  const { dev, ino } = statSync(path)
  return () => {
    const now = statSync(path, { throwIfNoEntry: false })
    return now !== undefined && now.ino === ino && now.dev === dev
  }
}
