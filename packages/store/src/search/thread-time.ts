import { readFileSync } from 'node:fs'

/**
 * Returns the processor time of a thread in milliseconds, by default of this one, if the system reports it (Linux);
 * otherwise wall-clock time. `task`: name of the thread below `/proc`.
 */
export function threadMs(task = 'thread-self'): number {
  try {
    return Number(readFileSync(`/proc/${task}/schedstat`, 'latin1').split(' ', 1)[0]) / 1e6
  } catch {
    return performance.now()
  }
}
