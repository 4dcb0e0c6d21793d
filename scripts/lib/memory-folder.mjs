// Keeps temporary files of tests in memory if there is enough. Each commit of SQLite waits for the disk,
// which takes a third of the time of a server test, and tests do not have to survive a power failure.
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const MEMORY = '/dev/shm'
const NAME = /^dragoman-tests-(\d+)$/
const GIB = 2 ** 30
/** A run of all tests writes less than 2 GiB; containers often have 64 MB here. */
const NEEDED = { free: 4 * GIB, memory: 12 * GIB }

/**
 * Makes this process and its children use temporary folders in memory. Returns a function that removes them.
 */
export function useMemoryForTemporaryFiles() {
  if (!hasEnough()) return () => undefined
  removeLeftovers()
  const folder = path.join(MEMORY, `dragoman-tests-${process.pid}`)
  mkdirSync(folder)
  // Like /tmp: PostgreSQL runs as another user.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function hasEnough() {
  if (process.platform !== 'linux' || process.env.TMPDIR) return false
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= NEEDED.free && os.totalmem() >= NEEDED.memory
  } catch {
    return false
  }
}

/** Removes the folders of runs that were killed. */
function removeLeftovers() {
  for (const name of readdirSync(MEMORY)) {
    const pid = NAME.exec(name)?.[1]
    if (pid && !isRunning(Number(pid)))
      rmSync(path.join(MEMORY, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
