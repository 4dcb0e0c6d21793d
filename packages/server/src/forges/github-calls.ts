import { type ForgeCalls, openForgeCalls } from './call-forge.ts'
import type { ForgeLocation } from './forge.ts'
import type { ForgeParts } from './open-github.ts'

const VERSION = '2022-11-28'

/** Returns the URLs of GitHub's API for repositories below an origin. */
export function gitHubApiOf(origin: string): { readonly rest: string; readonly graphQl: string } {
  return origin === 'https://github.com'
    ? { rest: 'https://api.github.com', graphQl: 'https://api.github.com/graphql' }
    : { rest: `${origin}/api/v3`, graphQl: `${origin}/api/graphql` }
}

/** Opens calls of GitHub's API with a token, which is requested before each call. */
export function openGitHubCalls(
  { outgoing, now }: Pick<ForgeParts, 'outgoing' | 'now'>,
  {
    origin,
    api = 'rest',
    token,
  }: Pick<ForgeLocation, 'origin'> & {
    readonly api?: 'rest' | 'graphQl'
    readonly token: () => Promise<string>
  },
): ForgeCalls {
  return openForgeCalls({
    outgoing,
    now,
    base: gitHubApiOf(origin)[api],
    pageSize: { name: 'per_page', size: 100 },
    headers: async () => ({
      accept: 'application/vnd.github+json',
      'x-github-api-version': VERSION,
      authorization: `Bearer ${await token()}`,
    }),
  })
}
