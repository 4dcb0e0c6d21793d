import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a provider, or an impostor, gets wrong. */
export type Lie =
  | 'none'
  | 'issuer-of-discovery'
  | 'issuer'
  | 'audience'
  | 'nonce'
  | 'expired'
  | 'unsigned'
  | 'key'
  | 'subject-of-userinfo'
  | 'empty-subject'
  | 'blank-subject'
  | 'issued-in-future'
  | 'no-token'
  | 'not-json'
  | 'endless'

const SUBJECTS: ReadonlyMap<Lie, string> = new Map([
  ['empty-subject', ''],
  ['blank-subject', ' '],
])

export type OddToken = {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly head?: Readonly<Record<string, unknown>>
  /** Signed with a key that is not the provider's. */
  readonly isForged?: boolean
  readonly isUnsigned?: boolean
}

/** An issuer whose responses can each be wrong in one way; with `none` they are right. */
export async function openLyingProvider(clientId: string) {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let lie: Lie = 'none'
  let nonce = ''
  const server = createServer((request, response) => {
    const json = (value: unknown) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(value))
    }
    switch (request.url?.split('?')[0]) {
      case '/.well-known/openid-configuration':
        if (lie === 'not-json') return response.end('<html>')
        if (lie === 'endless') {
          response.setHeader('content-type', 'application/json')
          const more = () => {
            if (!response.destroyed) response.write('x'.repeat(64 * 1024), more)
          }
          return more()
        }
        return json({
          issuer: lie === 'issuer-of-discovery' ? 'https://other.example' : issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/userinfo`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['ES256'],
          token_endpoint_auth_methods_supported: ['client_secret_post'],
          authorization_response_iss_parameter_supported: true,
        })
      case '/jwks':
        return json({
          keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid: '1', use: 'sig', alg: 'ES256' }],
        })
      case '/userinfo':
        return json({
          sub: lie === 'subject-of-userinfo' ? 'somebody-else' : (SUBJECTS.get(lie) ?? 'ann'),
          name: 'Ann',
        })
      case '/token':
        if (lie === 'no-token') return json({ access_token: 'a', token_type: 'bearer' })
        return json({ access_token: 'a', token_type: 'bearer', id_token: idToken() })
      default:
        response.statusCode = 404
        return response.end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function idToken(): string {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: lie === 'issuer' ? 'https://other.example' : issuer,
      aud: lie === 'audience' ? 'another-client' : clientId,
      sub: SUBJECTS.get(lie) ?? 'ann',
      nonce: lie === 'nonce' ? 'another-nonce' : nonce,
      iat: lie === 'expired' ? now - 7200 : lie === 'issued-in-future' ? now + 3600 : now,
      exp: lie === 'expired' ? now - 3600 : now + 7200,
    }
    const head = lie === 'unsigned' ? { alg: 'none' } : { alg: 'ES256', kid: '1' }
    const key = lie === 'unsigned' ? null : lie === 'key' ? other.privateKey : pair.privateKey
    return jwt(head, claims, key)
  }

  return {
    issuer,
    /** Answers like the provider's page, for an address that someone was sent to. */
    answerTo(address: string, next: Lie): string {
      lie = next
      const asked = new URL(address).searchParams
      nonce = asked.get('nonce') ?? ''
      return `?${new URLSearchParams({ code: 'a-code', state: asked.get('state') ?? '', iss: issuer })}`
    },
    /**
     * Returns a token saying that someone signed out there, with other claims, another header or another key.
     */
    logoutToken({ claims = {}, head = {}, isForged = false, isUnsigned = false }: OddToken = {}): string {
      const now = Math.floor(Date.now() / 1000)
      const all = {
        iss: issuer,
        aud: clientId,
        sub: 'ann',
        iat: now,
        exp: now + 120,
        jti: randomUUID(),
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
        ...claims,
      }
      const key = isUnsigned ? null : isForged ? other.privateKey : pair.privateKey
      const alg = isUnsigned ? 'none' : 'ES256'
      return jwt({ alg, kid: '1', typ: 'logout+jwt', ...head }, all, key)
    },
    lieAbout: (next: Lie) => {
      lie = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function jwt(head: object, claims: object, key: KeyObject | null): string {
  const parts = [head, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature =
    key === null
      ? ''
      : sign('sha256', Buffer.from(parts), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return `${parts}.${signature}`
}
