import { type GitSettings, type GitSourceRow, gitKey } from '@dragoman/store'
import { unusableRepository } from '../connect/unusable-repository.ts'
import type { GitParts, GitStore } from '../git-parts.ts'
import { GitProblemError } from '../git-problem.ts'
import { openPrivateKey } from './sign-in.ts'

/**
 * Returns the private key that commits are signed with: the deploy key, or one that was created for signing if
 * the repository is reached over HTTPS. Throws GitProblemError if there is none.
 */
export async function signingKeyOf(
  { sealing, store }: Pick<GitParts, 'sealing'> & { readonly store: GitStore },
  { keyId, projectId }: Pick<GitSourceRow, 'keyId' | 'projectId'>,
): Promise<string> {
  const key = keyId === null ? null : await store.read((r) => gitKey(r, projectId, keyId))
  if (key === null) throw new GitProblemError('signing-key-missing')
  const privateKey = openPrivateKey(sealing, key.sealed)
  if (privateKey === null) throw new GitProblemError('secret-lost')
  return privateKey
}

/** Commits are never sent unsigned if they are to be signed. Throws `unusable-repository`. */
export function requireSigningKey({ signCommits }: GitSettings, keyId: number | null): void {
  if (signCommits && keyId === null) throw unusableRepository('signing-key-missing')
}
