import type { Forge, PullRequest } from '../../../forges/forge.ts'
import { ForgeError } from '../../../forges/forge-error.ts'

/** Returns a pull request; null if it was deleted, as some forges allow. Throws ForgeError. */
export async function readPullRequest(forge: Forge, number: number): Promise<PullRequest | null> {
  try {
    return await forge.pullRequest(number)
  } catch (error) {
    if (!(error instanceof ForgeError) || error.code !== 'not-found') throw error
    // Throws if the repository itself was not found.
    await forge.repository()
    return null
  }
}
