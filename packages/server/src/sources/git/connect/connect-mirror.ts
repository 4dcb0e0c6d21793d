import { type GitSource, type GitSourceRow, gitKey } from '@dragoman/store'
import type { MirrorLocation } from '../../../git/mirror.ts'
import type { Remote } from '../../../git/remote.ts'
import { readRemoteAddress } from '../../../git/remote-address.ts'
import { signInByApp } from '../access/app-sign-in.ts'
import { type RemoteAccess, withRemote } from '../access/open-remote.ts'
import { openPrivateKey, openSignIn } from '../access/sign-in.ts'
import type { GitParts, GitStore } from '../git-parts.ts'
import { GitProblemError } from '../git-problem.ts'

export type MirrorRequest = {
  readonly repository: string
  /** Folder of the copy. */
  readonly folder: string
  readonly signal?: AbortSignal
  /** Returns the current credentials, for each call. */
  readonly access: () => Promise<RemoteAccess['signIn']>
}

/** Returns where the copy of a repository is and how a person set up access to it. Throws GitProblemError. */
export function connectedLocation(
  { git, outgoing, folder: root, silentMs }: Pick<GitParts, 'git' | 'outgoing' | 'folder' | 'silentMs'>,
  { repository, folder, signal, access }: MirrorRequest,
): MirrorLocation {
  const address = readRemoteAddress(repository)
  if ('fault' in address) throw new GitProblemError('not-found')
  return {
    git,
    folder,
    address,
    silentMs,
    ...(signal && { signal }),
    withRemote: async <T>(work: (remote: Remote) => Promise<T>) =>
      withRemote({ outgoing, folder: root }, { address, signIn: await access() }, work),
  }
}

/**
 * Returns the current credentials of a source. Throws GitProblemError if they cannot be decrypted any more,
 * or an app gets no token.
 */
export async function signInOf(
  { sealing, appTokens, store }: Pick<GitParts, 'sealing' | 'appTokens'> & { readonly store: GitStore },
  { repository }: Pick<GitSource, 'repository'>,
  state: Pick<GitSourceRow, 'signIn' | 'keyId' | 'knownHosts' | 'projectId'>,
): Promise<RemoteAccess['signIn']> {
  const { signIn: sealed, keyId, knownHosts, projectId } = state
  const signIn = openSignIn(sealing, sealed)
  if (signIn === null) throw new GitProblemError('secret-lost')
  if (signIn.kind === 'github-app') {
    const address = readRemoteAddress(repository)
    if ('fault' in address) throw new GitProblemError('not-found')
    return signInByApp(appTokens, { address, app: signIn })
  }
  if (signIn.kind !== 'deploy-key') return signIn
  const key = keyId === null ? null : await store.read((r) => gitKey(r, projectId, keyId))
  const privateKey = key && openPrivateKey(sealing, key.sealed)
  if (!privateKey) throw new GitProblemError('secret-lost')
  return { kind: 'ssh-key', privateKey, knownHosts }
}
