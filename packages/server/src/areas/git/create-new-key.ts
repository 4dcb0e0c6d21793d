import type { NewGitKeyReply } from '@dragoman/contract'
import type { Deps } from '../../deps.ts'
import { makeDeployKey } from '../../sources/git/access/run-ssh-program.ts'
import { sealNewKey } from '../../sources/git/access/sign-in.ts'
import { fingerprintOfKey } from './present-git.ts'

/**
 * Creates a key that nothing is stored of: the browser keeps both halves encrypted, and sends them when the key
 * is used. Throws `unusable-repository` if there is no `ssh-keygen`.
 */
export async function createNewKey(
  { sealing, repositories }: Pick<Deps, 'sealing' | 'repositories'>,
  comment: string,
): Promise<NewGitKeyReply> {
  const key = await makeDeployKey(repositories, comment)
  const { publicKey } = key
  return { key: sealNewKey(sealing, key), publicKey, fingerprint: fingerprintOfKey(publicKey) }
}
