import { createHash } from 'node:crypto'
import { Failure, type KeptProvider, storedProviderSchema } from '@dragoman/contract'
import {
  hasOwnerWithOwnWay,
  identitiesOf,
  lockOwners,
  putSetting,
  type Reader,
  setting,
  type UserRow,
  type Writer,
} from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Sealing } from '../../secrets/open-sealing.ts'

/** Name of the setting of the instance that holds the provider. */
export const PROVIDER_SETTING = 'sign-in'

async function storedProvider(r: Reader) {
  const kept = await setting(r, PROVIDER_SETTING)
  return kept === null ? null : storedProviderSchema.parse(kept)
}

/**
 * Returns the identity provider, or null. A secret encrypted with another DRAGOMAN_SECRET can no longer be
 * read and counts as missing: the provider then refuses this client, and the settings ask for it again.
 */
export async function keptProvider(r: Reader, sealing: Sealing): Promise<KeptProvider | null> {
  const stored = await storedProvider(r)
  if (stored === null) return null
  const { sealedSecret, clientSecret = null, ...provider } = stored
  return {
    ...provider,
    clientSecret:
      sealedSecret === null ? clientSecret : sealing.open(sealedSecret, purposeOf(provider.issuer)),
  }
}

/**
 * Returns what changes whenever the provider is stored: also if only its secret is, which is encrypted differently
 * each time.
 */
export async function versionOfProvider(r: Reader): Promise<string> {
  const kept = JSON.stringify(await setting(r, PROVIDER_SETTING))
  return createHash('sha256').update(kept).digest('base64url').slice(0, 22)
}

/** Stores the identity provider; null removes it. */
export async function putKeptProvider(
  w: Writer,
  provider: KeptProvider | null,
  sealing: Sealing,
): Promise<void> {
  if (provider === null) return putSetting(w, PROVIDER_SETTING, null)
  const { clientSecret, ...rest } = provider
  const sealedSecret = clientSecret === null ? null : sealing.seal(clientSecret, purposeOf(rest.issuer))
  await putSetting(w, PROVIDER_SETTING, { ...rest, sealedSecret })
}

/** Encrypts a secret that an older version stored in plain text. */
export async function sealStoredSecret({ store, sealing }: Pick<Deps, 'store' | 'sealing'>): Promise<void> {
  const stored = await store.read(storedProvider)
  if (stored?.clientSecret === undefined) return
  await store.write(async (w) => putKeptProvider(w, await keptProvider(w, sealing), sealing))
}

/** A secret can only be decrypted for the issuer it was given for. */
function purposeOf(issuer: string): string {
  return `oidc-client ${issuer}`
}

/**
 * Throws `password-not-used` if the identity provider is the only way to sign in. Owners can still use other
 * ways, in case the provider is down.
 */
export async function requireOwnWay(r: Reader, { role }: Pick<UserRow, 'role'>): Promise<void> {
  if (role === 'owner') return
  const provider = await storedProvider(r)
  if (provider?.isOnlyWay) throw new Failure('password-not-used', { provider: provider.label })
}

/**
 * Makes a change of one person. Throws `last-owner-way` if the identity provider is the only way to sign in and the
 * change takes away the last owner with a password or a passkey, who could sign in if the provider is down.
 */
export async function keepOwnerWay<T>(w: Writer, change: () => Promise<T>): Promise<T> {
  await lockOwners(w)
  const hadOne = await hasOwnerWithOwnWay(w)
  const result = await change()
  const provider = await storedProvider(w)
  if (hadOne && provider?.isOnlyWay && !(await hasOwnerWithOwnWay(w))) throw new Failure('last-owner-way')
  return result
}

/** Whether someone can sign in through the identity provider. */
export async function isLinkedToProvider(
  r: Reader,
  { sealing, edition }: Pick<Deps, 'sealing' | 'edition'>,
  userId: number,
): Promise<boolean> {
  const provider = edition.hasAccounts ? await keptProvider(r, sealing) : null
  return (await identitiesOf(r, userId)).some(({ issuer }) => issuer === provider?.issuer)
}

/** Returns the provider that people sign in with. Throws `provider-unreachable` if there is none. */
export async function requireProvider({
  store,
  sealing,
  edition,
}: Pick<Deps, 'store' | 'sealing' | 'edition'>): Promise<KeptProvider> {
  const provider = edition.hasAccounts ? await store.read((r) => keptProvider(r, sealing)) : null
  if (provider === null) throw new Failure('provider-unreachable', { host: '', reason: 'not-set-up' })
  return provider
}
