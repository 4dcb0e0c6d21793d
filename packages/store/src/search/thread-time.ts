import { readFileSync } from 'node:fs'

/**
 * Returns the processor time of this thread in milliseconds, if the system reports it (Linux); otherwise
 * wall-clock time.
 */
export function threadMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ', 1)[0]) / 1e6
  } catch {
    return performance.now()
  }
}
