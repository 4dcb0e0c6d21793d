import { ForgeError } from '../../forges/forge-error.ts'
import { GitProblemError } from './git-problem.ts'

/** Turns errors of a forge into problems of the source; `forge` has the error code of the forge. */
export async function asForgeProblem<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error
    throw new GitProblemError('forge-refused', { forge: error.code, ...error.params }, { cause: error })
  }
}
