import { api, type BodyOf } from '@dragoman/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/server/call.ts'
import { SESSION } from '../../lib/server/session-key.ts'

/** Who is signed in. */
export const sessionQueries = {
  get: () =>
    queryOptions({
      queryKey: SESSION,
      queryFn: ({ signal }) => call(api.session.get, { signal }),
      staleTime: 60_000,
    }),
  /** Whose password the code of a link sets. */
  reset: (code: string) =>
    queryOptions({
      queryKey: ['reset', code],
      queryFn: ({ signal }) => call(api.account.readReset, { body: { code }, signal }),
      retry: false,
    }),
  /** The identity provider that one can sign in with. */
  provider: () =>
    queryOptions({
      queryKey: ['session', 'provider'],
      queryFn: ({ signal }) => call(api.oidc.offer, { signal }),
      staleTime: 60_000,
    }),
}

export const sessionMutations = {
  secondFactor: (code: string) => call(api.session.secondFactor, { body: { code } }),
  passkey: () => signInByPasskey(false),
  /** Signs in with the passkey that is chosen in the field of the name; null where the browser offers none. */
  async offeredPasskey() {
    const { browserSupportsWebAuthnAutofill } = await import('@simplewebauthn/browser')
    return (await browserSupportsWebAuthnAutofill()) ? signInByPasskey(true) : null
  },
  askReset: (name: string) => call(api.account.askReset, { body: { name } }),
  reset: (code: string, password: string) => call(api.account.reset, { body: { code, password } }),
  checkResetPassword: (code: string, password: string, signal: AbortSignal) =>
    call(api.account.checkPassword, { body: { code, password }, signal }),
  confirmAddress: (code: string) => call(api.account.confirmAddress, { body: { code } }),
  setUp: (body: BodyOf<typeof api.session.setUp>) => call(api.session.setUp, { body }),
  signIn: (name: string, password: string) => call(api.session.signIn, { body: { name, password } }),
  /** Signs in with a code that works once. */
  enter: (code: string) => call(api.session.enter, { body: { code } }),
  /** Gives the address at the identity provider. */
  beginAtProvider: (purpose: 'sign-in' | 'link') => call(api.oidc.begin, { body: { purpose } }),
  finishAtProvider: (query: string) => call(api.oidc.finish, { body: { query } }),
  /** Ends the session; the address ends it at the provider too. */
  endAtProvider: () => call(api.oidc.signOut),
  signOut: () => call(api.session.signOut),
  rename: (name: string) => call(api.session.rename, { body: { name } }),
  /** What is wrong with a password that is being typed, or nothing. */
  checkPassword: (name: string, password: string, signal: AbortSignal) =>
    call(api.session.checkPassword, { body: { name, password }, signal }),
}

async function signInByPasskey(useBrowserAutofill: boolean) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { options } = await call(api.session.passkeyOptions)
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  // what the server's half of the same library has made
  const optionsJSON = options as unknown as Options
  const { authenticatorAttachment, response, ...rest } = await startAuthentication({
    optionsJSON,
    useBrowserAutofill,
  })
  const answer = { ...rest, authenticatorAttachment, clientExtensionResults: {}, response }
  return call(api.session.passkey, { body: { answer } })
}
