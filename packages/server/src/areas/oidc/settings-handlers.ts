import { Failure, type KeptProvider, type ProviderInput, type ProviderSettings } from '@dragoman/contract'
import {
  endSessionsOfOtherProviders,
  groupNames,
  hasOwnerWithOwnWay,
  lockOwners,
  recordAudit,
} from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { refusedField } from '../../refused-field.ts'
import { keptProvider, PROVIDER_SETTING, putKeptProvider, versionOfProvider } from './kept-provider.ts'
import { openProvider } from './provider.ts'
import { BACK_CHANNEL_PATH, redirectUriOf, signedOutUriOf } from './provider-addresses.ts'

/** Handlers for the identity provider, as an owner sets it up. */
export function settingsHandlers(
  deps: Deps,
): Pick<Handlers['oidc'], 'settings' | 'changeSettings' | 'testSettings'> {
  const { store, sealing } = deps

  function presentSettings(): Promise<ProviderSettings> {
    return store.read(async (r) => {
      const kept = await keptProvider(r, sealing)
      const shared = {
        redirectUri: redirectUriOf(deps),
        logoutUri: `${deps.publicOrigin()}${BACK_CHANNEL_PATH}`,
        signedOutUri: signedOutUriOf(deps),
        hasOtherWay: await hasOwnerWithOwnWay(r),
        groups: (await groupNames(r)).map(({ id, name }) => ({ id, name })),
        version: await versionOfProvider(r),
      }
      if (kept === null) return { provider: null, ...shared }
      const { clientSecret, ...provider } = kept
      return { provider: { ...provider, hasSecret: clientSecret !== null }, ...shared }
    })
  }

  /** Adds the stored secret if none was given, but never for another issuer. */
  async function withSecret({ clientSecret, ...provider }: ProviderInput): Promise<KeptProvider> {
    if (clientSecret !== undefined) return { ...provider, clientSecret }
    const kept = await store.read((r) => keptProvider(r, sealing))
    return { ...provider, clientSecret: kept?.issuer === provider.issuer ? kept.clientSecret : null }
  }

  return {
    settings: presentSettings,

    async changeSettings({ body, caller }) {
      const provider = body.provider && (await withSecret(body.provider))
      // A provider that cannot be reached now would lock people out.
      if (provider !== null) await openProvider(provider, deps)
      await caller.write(async (w) => {
        if (body.version !== undefined && body.version !== (await versionOfProvider(w)))
          throw new Failure('stale-setting')
        // A request in progress might take away the last one.
        await lockOwners(w)
        if (provider?.isOnlyWay && !(await hasOwnerWithOwnWay(w)))
          throw refusedField('/provider/isOnlyWay', 'no-owner-way')
        await putKeptProvider(w, provider, sealing)
        // A provider that was replaced can no longer report that someone has signed out there.
        const sessions = await endSessionsOfOtherProviders(w, {
          issuer: provider?.issuer ?? null,
          exceptHash: caller.sessionHash,
        })
        await recordAudit(w, {
          kind: 'setting.changed',
          projectId: null,
          origin: caller.origin,
          target: PROVIDER_SETTING,
          details: {
            issuer: provider?.issuer ?? null,
            isOnlyWay: provider?.isOnlyWay ?? false,
            ...(sessions === 0 ? {} : { sessions }),
          },
        })
      })
      return presentSettings()
    },

    async testSettings({ body }) {
      const client = await openProvider(await withSecret(body.provider), deps)
      return client.test(redirectUriOf(deps))
    },
  }
}
