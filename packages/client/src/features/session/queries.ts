import { api, type BodyOf } from '@dragoman/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/server/call.ts'
import { sessionQuery } from '../../lib/server/session-query.ts'

/** The signed-in person. */
export const sessionQueries = {
  get: sessionQuery,
  /** The person whose password the code of a link resets. */
  reset: (code: string) =>
    queryOptions({
      queryKey: ['reset', code],
      queryFn: ({ signal }) => call(api.account.readResetLink, { body: { code }, signal }),
      retry: false,
    }),
  /** The identity provider for signing in. */
  provider: () =>
    queryOptions({
      queryKey: ['session', 'provider'],
      queryFn: ({ signal }) => call(api.oidc.offer, { signal }),
      staleTime: 60_000,
    }),
}

export const sessionMutations = {
  secondFactor: (code: string) => call(api.session.secondFactor, { body: { code } }),
  passkey: async () => signInWith(await choosePasskey({ useBrowserAutofill: false })),
  /**
   * Returns the answer of the passkey chosen in the name field; null if the browser does not offer any. `signal`: not to
   * start the offer any more, because it would end a question that was asked since.
   */
  async offeredPasskey(signal: AbortSignal) {
    const { browserSupportsWebAuthnAutofill } = await import('@simplewebauthn/browser')
    return (await browserSupportsWebAuthnAutofill())
      ? choosePasskey({ useBrowserAutofill: true, signal })
      : null
  },
  signInWithOffered: signInWith,
  requestReset: (name: string) => call(api.account.requestReset, { body: { name } }),
  reset: (code: string, password: string) => call(api.account.reset, { body: { code, password } }),
  checkResetPassword: (code: string, password: string, signal: AbortSignal) =>
    call(api.account.checkPassword, { body: { code, password }, signal }),
  confirmAddress: (code: string) => call(api.account.confirmAddress, { body: { code } }),
  setUp: (body: BodyOf<typeof api.session.setUp>) => call(api.session.setUp, { body }),
  signIn: (name: string, password: string) => call(api.session.signIn, { body: { name, password } }),
  /** Signs in with a one-time code. */
  enter: (code: string) => call(api.session.enter, { body: { code } }),
  /** Returns the URL at the identity provider. */
  beginSignIn: () => call(api.oidc.begin, { body: { purpose: 'sign-in' } }),
  finishAtProvider: (body: BodyOf<typeof api.oidc.finish>) => call(api.oidc.finish, { body }),
  /** Ends the session; the returned URL ends it at the provider too. */
  endAtProvider: () => call(api.oidc.signOut),
  signOut: () => call(api.session.signOut),
  rename: (name: string) => call(api.session.rename, { body: { name } }),
  /** Saves the time zone and the language of the person's emails. */
  saveLocale: (body: BodyOf<typeof api.notifications.saveLocale>) =>
    call(api.notifications.saveLocale, { body }),
  /** Checks the password being typed. */
  checkPassword: (name: string, password: string, signal: AbortSignal) =>
    call(api.session.checkPassword, { body: { name, password }, signal }),
}

async function choosePasskey({
  useBrowserAutofill,
  signal,
}: {
  readonly useBrowserAutofill: boolean
  readonly signal?: AbortSignal
}) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { options } = await call(api.session.passkeyOptions, signal === undefined ? {} : { signal })
  signal?.throwIfAborted()
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  // created by the server side of the same library
  const optionsJSON = options as unknown as Options
  const { authenticatorAttachment, response, ...rest } = await startAuthentication({
    optionsJSON,
    useBrowserAutofill,
  })
  return { ...rest, authenticatorAttachment, clientExtensionResults: {}, response }
}

function signInWith(answer: Awaited<ReturnType<typeof choosePasskey>>) {
  return call(api.session.passkey, { body: { answer } })
}
