import { Failure, type GitSignInInput } from '@dragoman/contract'
import {
  createGitKey,
  type GitKeyRow,
  type GitSourceRow,
  gitKey,
  type Store,
  type Writer,
} from '@dragoman/store'
import { readAppKey } from '../../forges/github-app.ts'
import type { RemoteAddress } from '../../git/remote-address.ts'
import type { Sealing } from '../../secrets/open-sealing.ts'
import { signInByApp, TOKEN_USER } from './app-sign-in.ts'
import type { GitParts } from './git-parts.ts'
import { writeKnownHosts } from './known-hosts.ts'
import type { RemoteAccess } from './open-remote.ts'
import { openNewKey, openPrivateKey, sealPrivateKey, sealSignIn } from './sign-in.ts'
import { unusableOf, unusableRepository } from './unusable-repository.ts'

/** Credentials as a source stores them. */
export type KeptSignIn = Pick<GitSourceRow, 'signIn' | 'keyId' | 'knownHosts'>

/** Credentials that a person entered: to use now, and as they are stored. */
export type GivenSignIn = {
  /** Throws `unusable-repository` if an app gets no token. */
  readonly use: () => Promise<RemoteAccess['signIn']>
  /** Returns what the source stores. A new key becomes one of the project. */
  readonly keep: (w: Writer, projectId: number) => Promise<KeptSignIn>
}

type SignInParts = {
  readonly store: Pick<Store, 'read'>
  readonly now: () => Date
  readonly sealing: Sealing
  readonly repositories: Pick<GitParts, 'appTokens'>
}

/**
 * Turns the input into what Git needs. Throws `unusable-repository` if an address over SSH comes without a
 * key or another one with a key, and `not-found` for a key that the project does not have.
 */
export async function signInOfInput(
  parts: SignInParts,
  {
    projectId,
    address,
    input,
  }: {
    /** Null: it does not exist yet, and has no keys. */
    readonly projectId: number | null
    readonly address: RemoteAddress
    readonly input: GitSignInInput
  },
): Promise<GivenSignIn> {
  const { store, sealing, now } = parts
  const isByKey = input.kind === 'deploy-key' || input.kind === 'new-key'
  if (address.transport === 'ssh' && !isByKey) throw unusableRepository('needs-key')
  if (address.transport !== 'ssh' && isByKey) throw unusableRepository('needs-ssh')
  switch (input.kind) {
    case 'none':
      return { use: async () => ({ kind: 'none' }), keep: keepOnly(sealSignIn(sealing, { kind: 'none' })) }
    case 'password': {
      const { password } = input
      const signIn = { kind: 'password', user: input.user.trim() || TOKEN_USER, password } as const
      return { use: async () => signIn, keep: keepOnly(sealSignIn(sealing, signIn)) }
    }
    case 'github-app':
      return signInOfApp(parts, address, input)
    case 'deploy-key': {
      const key = projectId === null ? null : await store.read((r) => gitKey(r, projectId, input.key))
      if (key === null) throw new Failure('not-found', { what: 'key' })
      const knownHosts = writeKnownHosts(address.host, input.hostKeys)
      const privateKey = privateHalf(sealing, key)
      const signIn = sealSignIn(sealing, { kind: 'deploy-key' })
      return {
        use: async () => ({ kind: 'ssh-key', privateKey, knownHosts }),
        keep: async () => ({ signIn, keyId: key.id, knownHosts }),
      }
    }
    case 'new-key': {
      const key = openNewKey(sealing, input.key)
      if (key === null) throw new Failure('not-found', { what: 'key' })
      const { publicKey, privateKey } = key
      const knownHosts = writeKnownHosts(address.host, input.hostKeys)
      const signIn = sealSignIn(sealing, { kind: 'deploy-key' })
      const sealed = sealPrivateKey(sealing, privateKey)
      return {
        use: async () => ({ kind: 'ssh-key', privateKey, knownHosts }),
        async keep(w, ofProject) {
          const row = { projectId: ofProject, publicKey, sealed, createdAt: now().toISOString() }
          return { signIn, keyId: (await createGitKey(w, row)).id, knownHosts }
        },
      }
    }
    default:
      return input satisfies never
  }
}

function keepOnly(signIn: string): GivenSignIn['keep'] {
  return async () => ({ signIn, keyId: null, knownHosts: '' })
}

function signInOfApp(
  { sealing, repositories }: SignInParts,
  address: RemoteAddress,
  input: GitSignInInput & { readonly kind: 'github-app' },
): GivenSignIn {
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
    keep: keepOnly(sealSignIn(sealing, app)),
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
