import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import Provider, { type Configuration, type JWK } from 'oidc-provider'
import { onTestPort } from '../../../scripts/lib/test-ports.ts'
import { providerStore } from './identity-provider-store.ts'

/** A person's account at the provider. */
export type ProvidedAccount = { readonly sub: string; readonly [claim: string]: unknown }

export type IdentityProvider = {
  readonly issuer: string
  /** Goes through the provider's pages like a browser, and returns the query it sends back. */
  readonly signIn: (address: string) => Promise<string>
  /** The person who signed in last signs out at the provider itself, which notifies its clients. */
  readonly signOut: () => Promise<void>
  /** The same people with new keys. */
  readonly rotateKeys: () => void
  readonly setAccount: (account: ProvidedAccount) => void
  /** The provider does not answer any more; `start` brings it back at the same address. */
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
}

const HOUR_S = 60 * 60

export const CLIENT = { clientId: 'dragoman', clientSecret: 'a-secret-of-the-client-0123456789' }

/** A real OpenID Connect provider on loopback whose users consent to everything. */
export async function openIdentityProvider(
  redirectUri: string,
  account: ProvidedAccount,
): Promise<IdentityProvider> {
  let server: Server = createServer()
  const port = await onTestPort((port) => listen(server, port))
  const issuer = `http://127.0.0.1:${port}`
  let current = account
  const refusals: Error[] = []
  let provider = makeProvider()

  function makeProvider() {
    const { origin } = new URL(redirectUri)
    const configuration: Configuration = {
      clients: [
        {
          client_id: CLIENT.clientId,
          client_secret: CLIENT.clientSecret,
          redirect_uris: [redirectUri],
          post_logout_redirect_uris: [`${origin}/sign-in`],
          backchannel_logout_uri: `${origin}/sign-in/oidc/logout`,
          backchannel_logout_session_required: true,
        },
      ],
      jwks: { keys: [nextKey()] },
      cookies: { keys: ['a-key-for-cookies'] },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: {
          logoutSource(context, form) {
            context.body = form
          },
        },
      },
      // What is not set here the provider reports on each use.
      adapter: providerStore(),
      ttl: { AccessToken: HOUR_S, Grant: HOUR_S, IdToken: HOUR_S, Interaction: HOUR_S, Session: HOUR_S },
      claims: { openid: ['sub'], profile: ['name', 'groups'], email: ['email', 'email_verified'] },
      // Its own fetch refuses loopback, where its client runs here
      fetch: (address, init = {}) =>
        fetch(address, Object.fromEntries(Object.entries(init).filter(([name]) => name !== 'dispatcher'))),
      pkce: { required: () => true },
      interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
      findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ ...current, sub }) }),
      loadExistingGrant: async (context) => {
        const grant = new context.oidc.provider.Grant({
          clientId: CLIENT.clientId,
          accountId: context.oidc.session?.accountId ?? '',
        })
        grant.addOIDCScope('openid profile email')
        await grant.save()
        return grant
      },
    }
    const made = new Provider(issuer, configuration)
    made.on('backchannel.error', (_, error) => refusals.push(error))
    const answer = made.callback()
    server.removeAllListeners('request')
    server.on('request', async (request, response) => {
      if (request.url?.startsWith('/interaction/') !== true) return answer(request, response)
      await made.interactionDetails(request, response)
      await made.interactionFinished(request, response, { login: { accountId: current.sub } })
    })
    return made
  }

  /** Cookies of the browser at the provider. */
  const cookies = new Map<string, string>()
  async function ask(address: string, init: RequestInit = {}): Promise<Response> {
    const answer = await fetch(address, {
      ...init,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=', 2)
      cookies.set(name, value)
    }
    return answer
  }

  return {
    issuer,
    async signIn(address) {
      cookies.clear()
      let next = address
      for (let hop = 0; hop < 10; hop++) {
        const answer = await ask(next)
        const to = answer.headers.get('location')
        if (to === null) throw new Error(`The provider stays: ${answer.status} ${await answer.text()}`)
        next = new URL(to, next).href
        if (next.startsWith(redirectUri)) return new URL(next).search
      }
      throw new Error('The provider leads round and round')
    },
    async signOut() {
      const page = await (await ask(`${issuer}/session/end`)).text()
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1]
      if (xsrf === undefined) throw new Error(`There is nothing to confirm: ${page}`)
      const body = new URLSearchParams({ xsrf, logout: 'yes' })
      await ask(`${issuer}/session/end/confirm`, { method: 'POST', body })
      const [refusal] = refusals.splice(0)
      if (refusal !== undefined) throw refusal
    },
    rotateKeys: () => {
      provider = makeProvider()
    },
    setAccount: (account) => {
      current = account
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    async start() {
      const listeners = server.listeners('request')
      server = createServer()
      for (const listener of listeners) server.on('request', listener as () => void)
      await listen(server, port)
      void provider
    },
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
}

/** Generated in advance: that takes longer than an idle connection lives on a busy machine. */
const KEYS = [newKey(), newKey(), newKey()]
let keysUsed = 0

/** Returns a different key than the last two. */
function nextKey(): JWK {
  const key = KEYS[keysUsed++ % KEYS.length]
  if (key === undefined) throw new Error('There are no keys')
  return key
}

function newKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' } as JWK
}
