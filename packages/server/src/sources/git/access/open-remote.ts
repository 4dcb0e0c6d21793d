import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Remote, RemoteCredentials } from '../../../git/remote.ts'
import type { RemoteAddress } from '../../../git/remote-address.ts'
import { mayConnectTo, NO_ALLOWED_ADDRESSES } from '../../../outgoing/allowed-addresses.ts'
import type { Outgoing } from '../../../outgoing/open-outgoing.ts'
import { GitProblemError, problemOf } from '../git-problem.ts'
import { withKeyFolder } from './temporary-folders.ts'

/** A repository, and the secrets to reach it. */
export type RemoteAccess = {
  readonly address: RemoteAddress
  readonly signIn:
    | { readonly kind: 'none' }
    | {
        readonly kind: 'password'
        readonly user: string
        readonly password: string
        /** Called if the repository refuses access: the password is not used again. */
        readonly refused?: () => void
      }
    /** The key in OpenSSH's format, and the known host keys. */
    | { readonly kind: 'ssh-key'; readonly privateKey: string; readonly knownHosts: string }
}

export type OpenRemoteParts = {
  readonly outgoing: Pick<Outgoing, 'resolve'>
  /** The folder of all copies: SSH reads keys from files in it. */
  readonly folder: string
}

/**
 * Calls `work` with a repository: its host is resolved and checked again each time, and a key is in a file
 * that only this user can read, for as long as the work takes. Throws OutgoingError, GitProblemError `scheme`
 * for plain HTTP to a public host, and what the work throws.
 */
export async function withRemote<T>(
  { outgoing, folder }: OpenRemoteParts,
  { address, signIn }: RemoteAccess,
  work: (remote: Remote) => Promise<T>,
): Promise<T> {
  const pinned = await outgoing.resolve(address.host)
  // Anyone on the way could read the credentials.
  if (address.transport === 'http' && mayConnectTo(pinned, address.host, NO_ALLOWED_ADDRESSES))
    throw new GitProblemError('scheme')
  if (signIn.kind !== 'ssh-key') {
    try {
      return await work({ address, pinned, credentials: signIn })
    } catch (error) {
      if (signIn.kind === 'password' && isSignInRefused(error)) signIn.refused?.()
      throw error
    }
  }
  return withKeyFolder(folder, 'ssh', async (own) => {
    const keyFile = join(own, 'key')
    const knownHostsFile = join(own, 'known_hosts')
    await writeFile(keyFile, signIn.privateKey, { mode: 0o600, flag: 'wx' })
    await writeFile(knownHostsFile, signIn.knownHosts, { mode: 0o600, flag: 'wx' })
    const credentials: RemoteCredentials = { kind: 'ssh-key', keyFile, knownHostsFile }
    return work({ address, pinned, credentials })
  })
}

function isSignInRefused(error: unknown): boolean {
  const code = problemOf(error)?.code
  // GitHub reports a repository as missing if access to it is refused.
  return code === 'sign-in-refused' || code === 'not-found'
}
