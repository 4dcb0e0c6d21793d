import type { Deps } from '../../deps.ts'

/** Where a provider reports people who signed out there. */
export const BACK_CHANNEL_PATH = '/sign-in/oidc/logout'

/** Where a provider sends people back to after they signed out here and there. It accepts only addresses it knows. */
export function signedOutUriOf({ publicOrigin }: Pick<Deps, 'publicOrigin'>): string {
  return `${publicOrigin()}/sign-in`
}

/** The page of the interface that a provider sends people back to. */
export function redirectUriOf({ publicOrigin }: Pick<Deps, 'publicOrigin'>): string {
  return `${publicOrigin()}/sign-in/oidc`
}
