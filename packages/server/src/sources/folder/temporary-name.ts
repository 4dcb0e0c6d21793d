import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'

/** Ends the name of every temporary file, so that one left by a crash is known for what it is. */
export const TEMPORARY_SUFFIX = '.dragoman-tmp'

/** This start of the program: a process of the same number may have been another one. */
const START = randomBytes(4).toString('hex')
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 6)

/**
 * A name beside a file that nobody else uses, which says who made it:
 * `.de.json.<machine>-<process>-<start>-<random>.dragoman-tmp`.
 */
export function temporaryName(name: string): string {
  return `.${name.slice(0, 60)}.${MACHINE}-${process.pid}-${START}-${randomBytes(6).toString('hex')}${TEMPORARY_SUFFIX}`
}

/**
 * Whether whoever made a temporary file may still be at work: `alive`, `dead`, or `unknown` for those of
 * other machines and earlier versions. Names that are no temporary file's have no owner: null.
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
    // Of another user: it runs.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
