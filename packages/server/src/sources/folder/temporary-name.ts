import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'

/** Suffix of every temporary file, so that one left by a crash is recognized. */
export const TEMPORARY_SUFFIX = '.dragoman-tmp'

/** Identifies this start of the program: another process might have had the same number. */
const START = randomBytes(4).toString('hex')
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 6)

/**
 * Returns a unique name for a file next to another, which says who made it:
 * `.de.json.<machine>-<process>-<start>-<random>.dragoman-tmp`.
 */
export function temporaryName(name: string): string {
  return `.${name.slice(0, 60)}.${MACHINE}-${process.pid}-${START}-${randomBytes(6).toString('hex')}${TEMPORARY_SUFFIX}`
}

/**
 * Whether the process that made a temporary file can still be running: `alive`, `dead`, or `unknown` for
 * those of other machines and earlier versions. Null for names of other files.
 */
export function ownerOfTemporary(name: string): 'alive' | 'dead' | 'unknown' | null {
  if (!name.startsWith('.') || !name.endsWith(TEMPORARY_SUFFIX)) return null
  const said = /\.([0-9a-f]{6})-(\d+)-([0-9a-f]{8})-[0-9a-f]{12}$/.exec(
    name.slice(0, -TEMPORARY_SUFFIX.length),
  )
  if (said === null || said[1] !== MACHINE) return 'unknown'
  const pid = Number(said[2])
  if (pid === process.pid) return said[3] === START ? 'alive' : 'dead'
  return isRunning(pid) ? 'alive' : 'dead'
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It belongs to another user: it is running.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
