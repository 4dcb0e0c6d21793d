import { expectedFailure } from '../http/problem.ts'

/** The process ended while the job ran, and its kind does not run twice, or has run too often. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

/** Whether another attempt can succeed. */
export function mayPass(error: unknown): boolean {
  const code = expectedFailure(error)?.code
  return !(error instanceof Interrupted) && (code === undefined || code === 'busy' || code === 'no-room')
}
