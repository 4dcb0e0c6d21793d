import { Failure, type KeptProvider, keptProviderSchema } from '@dragoman/contract'
import { type Reader, setting, type UserRow } from '@dragoman/store'

/** Name of the setting of the instance that holds the provider. */
export const PROVIDER_SETTING = 'sign-in'

/** The identity provider; null: none. */
export async function keptProvider(r: Reader): Promise<KeptProvider | null> {
  const kept = await setting(r, PROVIDER_SETTING)
  return kept === null ? null : keptProviderSchema.parse(kept)
}

/**
 * Where the identity provider is the only way, every other is for owners, for the day the provider is away.
 * Throws `password-not-used`.
 */
export async function requireOwnWay(r: Reader, { role }: Pick<UserRow, 'role'>): Promise<void> {
  if (role === 'owner') return
  const provider = await keptProvider(r)
  if (provider?.isOnlyWay) throw new Failure('password-not-used', { provider: provider.label })
}
