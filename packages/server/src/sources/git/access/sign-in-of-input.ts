import { Failure, type GitSignInInput } from '@dragoman/contract'
import { createGitKey, type GitSourceRow, gitKey, type Store, type Writer } from '@dragoman/store'
import { readAppKey } from '../../../forges/github-app.ts'
import type { RemoteAddress } from '../../../git/remote-address.ts'
import type { Sealing } from '../../../secrets/open-sealing.ts'
import { unusableOf, unusableRepository } from '../connect/unusable-repository.ts'
import type { GitParts } from '../git-parts.ts'
import { signInByApp, TOKEN_USER } from './app-sign-in.ts'
import { writeKnownHosts } from './known-hosts.ts'
import type { RemoteAccess } from './open-remote.ts'
import { type NewKey, openNewKey, openPrivateKey, sealPrivateKey, sealSignIn } from './sign-in.ts'

/** Credentials as a source stores them. */
export type KeptSignIn = Pick<GitSourceRow, 'signIn' | 'keyId' | 'knownHosts'>

/** Credentials that a person entered: to use now, and as they are stored. */
export type GivenSignIn = {
  /** Throws `unusable-repository` if an app gets no token. */
  readonly use: () => Promise<RemoteAccess['signIn']>
  /** Returns what the source stores. A key becomes one of the project. */
  readonly keep: (w: Writer, projectId: number) => Promise<KeptSignIn>
}

type OwnKey = Pick<GitSourceRow, 'projectId' | 'keyId'>

type SignInParts = {
  readonly store: Pick<Store, 'read'>
  readonly now: () => Date
  readonly sealing: Sealing
  readonly repositories: Pick<GitParts, 'appTokens'>
}

/**
 * Turns the input into what Git needs. Throws `unusable-repository` if an address over SSH comes without a
 * key or another one with a key, and `not-found` for a key that was not created here or that the source lacks.
 */
export async function signInOfInput(
  parts: SignInParts,
  {
    address,
    input,
    source,
  }: {
    readonly address: RemoteAddress
    readonly input: GitSignInInput
    /** The source whose key can be kept; null: it is not connected yet. */
    readonly source: OwnKey | null
  },
): Promise<GivenSignIn> {
  const { sealing } = parts
  const isByKey = input.kind === 'deploy-key'
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
      const knownHosts = writeKnownHosts(address.host, input.hostKeys)
      const signIn = sealSignIn(sealing, { kind: 'deploy-key' })
      if (input.key === null) {
        const { id: keyId, privateKey } = await requireOwnKey(parts, source)
        return {
          use: async () => ({ kind: 'ssh-key', privateKey, knownHosts }),
          async keep(w, projectId) {
            // Someone might have replaced it in the meantime.
            if ((await gitKey(w, projectId, keyId)) === null) throw new Failure('not-found', { what: 'key' })
            return { signIn, keyId, knownHosts }
          },
        }
      }
      const key = requireNewKey(sealing, input.key)
      return {
        use: async () => ({ kind: 'ssh-key', privateKey: key.privateKey, knownHosts }),
        async keep(w, projectId) {
          return { signIn, keyId: await storeKey(w, parts, { projectId, key }), knownHosts }
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

/** Returns the key that a source has. Throws `not-found`, and `unusable-repository` if the secret was lost. */
async function requireOwnKey(
  { store, sealing }: SignInParts,
  source: OwnKey | null,
): Promise<{ readonly id: number; readonly privateKey: string }> {
  const keyId = source?.keyId ?? null
  const key = source && keyId && (await store.read((r) => gitKey(r, source.projectId, keyId)))
  if (!key) throw new Failure('not-found', { what: 'key' })
  const privateKey = openPrivateKey(sealing, key.sealed)
  if (privateKey === null) throw unusableRepository('secret-lost')
  return { id: key.id, privateKey }
}

/** Opens a key that `createKey` returned. Throws `not-found` for anything else. */
export function requireNewKey(sealing: Sealing, sealed: string): NewKey {
  const key = openNewKey(sealing, sealed)
  if (key === null) throw new Failure('not-found', { what: 'key' })
  return key
}

/** Stores a new key in a project and returns its id. */
export async function storeKey(
  w: Writer,
  { sealing, now }: Pick<SignInParts, 'sealing' | 'now'>,
  { projectId, key }: { readonly projectId: number; readonly key: NewKey },
): Promise<number> {
  const sealed = sealPrivateKey(sealing, key.privateKey)
  const createdAt = now().toISOString()
  const row = await createGitKey(w, { projectId, publicKey: key.publicKey, sealed, createdAt })
  return row.id
}
