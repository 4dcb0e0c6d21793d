import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const OF_FETCHES = /^(?:shallow|packed-refs|HEAD)\.lock$|^refs\/.*\.lock$|^objects\/pack\/tmp_/
const OF_ALL = /\.lock$|\/tmp_[^/]*$|^index-[0-9a-f]+$/

/**
 * Removes what an interrupted fetch leaves in a copy: locks, which would make every later fetch fail, and
 * partial packs, as large as what had been received. No other fetch can be running.
 */
export function removeFetchLeftovers(folder: string): Promise<void> {
  return remove(folder, OF_FETCHES, 0)
}

/** Removes what any call of Git left in a copy at least that long ago, in milliseconds. */
export function removeOldLeftovers(folder: string, ageMs: number): Promise<void> {
  return remove(folder, OF_ALL, ageMs)
}

async function remove(folder: string, pattern: RegExp, ageMs: number): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  for (const name of names.filter((one) => pattern.test(one))) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null) // it is gone by now
    if (found !== null && Date.now() - found.mtimeMs >= ageMs) await rm(path, { force: true })
  }
}
