// Keeps temporary files of tests in memory if there is enough. Each commit of SQLite waits for the disk,
// which takes a third of the time of a server test, and tests do not have to survive a power failure.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
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
  return () => removeFolder(folder)
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
    if (pid && !isRunning(Number(pid))) removeFolder(path.join(MEMORY, name))
  }
}

/**
 * Removes a folder of a run. A test that was killed can have left a file system mounted in it. What cannot be removed
 * is reported and stays, because it does no harm to the next run.
 */
function removeFolder(folder) {
  const mounted = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .flatMap((line) => line.split(' ')[1] ?? [])
    .filter((point) => point.startsWith(`${folder}/`))
  for (const point of mounted) spawnSync('umount', ['-l', point], { stdio: 'ignore' })
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch (error) {
    console.warn(`${folder} could not be removed: ${error.message}`)
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
