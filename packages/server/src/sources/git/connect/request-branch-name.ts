import { type Reader, requestBranchesOf } from '@dragoman/store'
import { unusableRepository } from './unusable-repository.ts'
import { USUAL_SETTINGS } from './usual-settings.ts'

/**
 * Returns a name for the pull request branch of a new source that no other source of the repository has: each
 * source rebuilds its branch, so two on one branch would overwrite each other.
 */
export async function freeRequestBranch(
  r: Reader,
  { repository, project }: { readonly repository: string; readonly project: string },
): Promise<string> {
  const taken = new Set((await requestBranchesOf(r, repository)).map(({ name }) => name))
  const usual = USUAL_SETTINGS.pullRequestBranch
  if (!taken.has(usual)) return usual
  const own = `${usual}-${project}`
  for (let number = 1; ; number++) {
    const name = number === 1 ? own : `${own}-${number}`
    if (!taken.has(name)) return name
  }
}

/**
 * Throws `unusable-repository` if another source of the repository has the branch. Its own translation branches
 * give it up.
 */
export async function requireFreeRequestBranch(
  r: Reader,
  {
    repository,
    branch,
    sourceId,
  }: { readonly repository: string; readonly branch: string; readonly sourceId: number | null },
): Promise<void> {
  for (const { sourceId: id, name, translated } of await requestBranchesOf(r, repository))
    if (name === branch && id !== sourceId && (translated === null || translated.intoSourceId !== sourceId))
      throw unusableRepository('request-branch-taken', { branch })
}
