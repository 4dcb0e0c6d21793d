import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'

/** Identifies this start of the program: another process might have had the same number. */
const START = randomBytes(4).toString('hex')
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 6)

/** Part of the names of files and folders that only this process uses: `<machine>-<process>-<start>`. */
export const PROCESS_MARK = `${MACHINE}-${process.pid}-${START}`

/**
 * Whether the process with this mark can still be running: `alive`, `dead`, or `unknown` for those of other
 * machines and for other texts.
 */
export function stateOfProcess(mark: string): 'alive' | 'dead' | 'unknown' {
  const said = /^([0-9a-f]{6})-(\d+)-([0-9a-f]{8})$/.exec(mark)
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
