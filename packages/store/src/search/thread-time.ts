import { readFileSync } from 'node:fs'

/**
 * Milliseconds that this thread was on a processor, where the system tells (Linux); elsewhere the clock on
 * the wall has to do.
 */
export function threadMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ', 1)[0]) / 1e6
  } catch {
    return performance.now()
  }
}
