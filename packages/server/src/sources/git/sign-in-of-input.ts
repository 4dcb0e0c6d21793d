import { Failure, type GitSignInInput } from '@dragoman/contract'
import { type GitKeyRow, gitKey, type Store } from '@dragoman/store'
import { readAppKey } from '../../forges/github-app.ts'
import type { RemoteAddress } from '../../git/remote-address.ts'
import type { Sealing } from '../../secrets/open-sealing.ts'
import { signInByApp, TOKEN_USER } from './app-sign-in.ts'
import type { GitParts } from './git-parts.ts'
import { writeKnownHosts } from './known-hosts.ts'
import type { RemoteAccess } from './open-remote.ts'
import { openPrivateKey, sealSignIn } from './sign-in.ts'
import { unusableOf, unusableRepository } from './unusable-repository.ts'

/** Credentials that a person entered: to use now, and as they are stored. */
export type GivenSignIn = {
  /** Throws `unusable-repository` if an app gets no token. */
  readonly use: () => Promise<RemoteAccess['signIn']>
  readonly kept: { readonly signIn: string; readonly keyId: number | null; readonly knownHosts: string }
}

/**
 * Turns the input into what Git needs. Throws `unusable-repository` if an address over SSH comes without a
 * key or another one with a key, and `not-found` for a key that the project does not have.
 */
export async function signInOfInput(
  {
    store,
    sealing,
    repositories,
  }: {
    readonly store: Pick<Store, 'read'>
    readonly sealing: Sealing
    readonly repositories: Pick<GitParts, 'appTokens'>
  },
  {
    projectId,
    address,
    input,
  }: {
    readonly projectId: number
    readonly address: RemoteAddress
    readonly input: GitSignInInput
  },
): Promise<GivenSignIn> {
  if (address.transport === 'ssh' && input.kind !== 'deploy-key') throw unusableRepository('needs-key')
  switch (input.kind) {
    case 'none':
      return {
        use: async () => ({ kind: 'none' }),
        kept: { signIn: sealSignIn(sealing, { kind: 'none' }), keyId: null, knownHosts: '' },
      }
    case 'password': {
      const { password } = input
      const signIn = { kind: 'password', user: input.user.trim() || TOKEN_USER, password } as const
      return {
        use: async () => signIn,
        kept: { signIn: sealSignIn(sealing, signIn), keyId: null, knownHosts: '' },
      }
    }
    case 'github-app': {
      const app = { ...input, privateKey: pemOf(input.privateKey), origin: input.origin ?? null }
      if (readAppKey(app.privateKey) === null)
        throw unusableRepository('forge-refused', { forge: 'key-unusable', host: address.host })
      return {
        async use() {
          try {
            return await signInByApp(repositories.appTokens, { address, app })
          } catch (error) {
            throw unusableOf(error, true) ?? error
          }
        },
        kept: { signIn: sealSignIn(sealing, app), keyId: null, knownHosts: '' },
      }
    }
    case 'deploy-key': {
      if (address.transport !== 'ssh') throw unusableRepository('needs-ssh')
      const key = await store.read((r) => gitKey(r, projectId, input.key))
      if (key === null) throw new Failure('not-found', { what: 'key' })
      const knownHosts = writeKnownHosts(address.host, input.hostKeys)
      const privateKey = privateHalf(sealing, key)
      const signIn = sealSignIn(sealing, { kind: 'deploy-key' })
      return {
        use: async () => ({ kind: 'ssh-key', privateKey, knownHosts }),
        kept: { signIn, keyId: key.id, knownHosts },
      }
    }
    default:
      return input satisfies never
  }
}

/** Normalizes a pasted key: from a file of any system, or a variable with its line ends written as `\\n`. */
function pemOf(text: string): string {
  return `${text.replaceAll('\\n', '\n').replaceAll('\r', '').trim()}\n`
}

function privateHalf(sealing: Sealing, key: GitKeyRow): string {
  const privateKey = openPrivateKey(sealing, key.sealed)
  if (privateKey === null) throw unusableRepository('secret-lost')
  return privateKey
}
