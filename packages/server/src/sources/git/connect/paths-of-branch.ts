import type { GitSource, GitSourceRow } from '@dragoman/store'
import type { GitParts, GitStore } from '../git-parts.ts'
import { isUsablePath } from '../read/branch-files.ts'
import { signInOf } from './connect-mirror.ts'
import { requireRemoteAddress, unusableOf } from './unusable-repository.ts'
import { fetchWanted, withLookCopy } from './with-look-copy.ts'

type Place = Pick<GitSource, 'repository' | 'branch'> &
  Pick<GitSourceRow, 'signIn' | 'keyId' | 'knownHosts' | 'projectId'>

/**
 * Returns the paths of all files of a branch, by the credentials of a source, and keeps nothing of it. Throws
 * `unusable-repository` and `busy`.
 */
export async function pathsOfBranch(
  { store, repositories }: { readonly store: GitStore; readonly repositories: GitParts },
  place: Place,
): Promise<readonly string[]> {
  const address = requireRemoteAddress(place.repository)
  const signIn = await signInOf({ ...repositories, store }, place, place).catch((error: unknown) => {
    throw unusableOf(error, true) ?? error
  })
  return withLookCopy(repositories, { address, signIn }, async (mirror) => {
    const { commit } = await fetchWanted(mirror, place.branch)
    const files = (await mirror.tree(commit, [''])).filter(
      ({ kind, path }) => kind === 'file' && isUsablePath(path),
    )
    return files.map(({ path }) => path)
  })
}
