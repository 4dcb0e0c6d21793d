import type { AppToken, AppTokens, GitHubApp } from '../../../forges/github-app.ts'
import { forgeLocationOf } from '../../../forges/read-forge.ts'
import type { RemoteAddress } from '../../../git/remote-address.ts'
import { asForgeProblem } from '../forge-problem.ts'
import { GitProblemError } from '../git-problem.ts'
import type { RemoteAccess } from './open-remote.ts'

/** GitHub requires this user name with an app's token; most forges accept a token with any name. */
export const TOKEN_USER = 'x-access-token'

export type AppOfRepository = {
  readonly address: RemoteAddress
  readonly app: GitHubApp & {
    /** Where people open GitHub, if that is not the host of the repository. */
    readonly origin: string | null
  }
}

/** Returns a token of an app for a repository; a new one if `isFresh`. Throws GitProblemError. */
export async function appTokenOf(
  appTokens: AppTokens,
  { address, app }: AppOfRepository,
  { isFresh = false } = {},
): Promise<AppToken> {
  const place = placeOf(address, app.origin)
  if (isFresh) appTokens.forget(place, app)
  return asForgeProblem(() => appTokens.tokenOf(place, app))
}

/** Returns Git credentials with the current token of an app. Throws GitProblemError. */
export async function signInByApp(
  appTokens: AppTokens,
  of: AppOfRepository,
): Promise<Extract<RemoteAccess['signIn'], { kind: 'password' }>> {
  const { token } = await appTokenOf(appTokens, of)
  const refused = () => appTokens.forget(placeOf(of.address, of.app.origin), of.app)
  return { kind: 'password', user: TOKEN_USER, password: token, refused }
}

function placeOf(address: RemoteAddress, origin: string | null) {
  const place = forgeLocationOf(address, { kind: 'github', origin })
  if (place === null) throw new GitProblemError('not-found')
  return place
}
