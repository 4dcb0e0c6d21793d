import { type AccountReply, api, type BodyOf } from '@dragoman/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isCalledOff } from '../../lib/called-off.ts'
import { accountQuery } from '../../lib/server/account-query.ts'
import { call } from '../../lib/server/call.ts'
import { queryOf } from '../../lib/server/query-of.ts'

export const accountQueries = {
  get: accountQuery,
  sessions: () => queryOf(['account', 'sessions'], api.account.sessions),
  linked: () => queryOf(['account', 'linked'], api.oidc.linked),
}

export const accountMutations = {
  beginLink: () => call(api.oidc.begin, { body: { purpose: 'link' } }),
  unlink: (identity: string) => call(api.oidc.unlink, { params: { identity } }),
  update: (body: BodyOf<typeof api.account.update>) => call(api.account.update, { body }),
  setAddress: (address: string | null) => call(api.account.setAddress, { body: { address } }),
  setPicture: (bytes: Uint8Array<ArrayBuffer>) => call(api.account.setPicture, { bytes }),
  removePicture: () => call(api.account.removePicture),
  setPassword: (current: string | null, password: string) =>
    call(api.account.setPassword, { body: { current, password } }),
  checkPassword: (password: string, signal: AbortSignal) =>
    call(api.account.checkPassword, { body: { password }, signal }),
  startTotp: () => call(api.account.startTotp),
  confirmTotp: (code: string) => call(api.account.confirmTotp, { body: { code } }),
  removeTotp: () => call(api.account.removeTotp),
  renewRecoveryCodes: () => call(api.account.renewRecoveryCodes),
  async addPasskey(name: string): Promise<AccountReply> {
    const { options } = await call(api.account.passkeyOptions)
    const { startRegistration } = await import('@simplewebauthn/browser')
    type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
    // created by the server side of the same library
    const optionsJSON = options as unknown as Options
    const answer = await startRegistration({ optionsJSON }).catch((error: unknown) => {
      throw passkeyError(error)
    })
    const { authenticatorAttachment, response, ...rest } = answer
    const { clientDataJSON, attestationObject, transports } = response
    return call(api.account.addPasskey, {
      body: {
        name,
        answer: {
          ...rest,
          authenticatorAttachment,
          clientExtensionResults: {},
          response: { clientDataJSON, attestationObject, transports },
        },
      },
    })
  },
  renamePasskey: (passkey: string, name: string) =>
    call(api.account.renamePasskey, { params: { passkey }, body: { name } }),
  removePasskey: (passkey: string) => call(api.account.removePasskey, { params: { passkey } }),
  endSession: (session: string) => call(api.account.endSession, { params: { session } }),
  endSessions: () => call(api.account.endSessions),
  remove: () => call(api.account.remove),
  prove: (password: string) => call(api.account.prove, { body: { password } }),
  async provePasskey(): Promise<void> {
    const { options } = await call(api.account.proofOptions)
    const { startAuthentication } = await import('@simplewebauthn/browser')
    type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
    // created by the server side of the same library
    const answer = await startAuthentication({ optionsJSON: options as unknown as Options })
    const { authenticatorAttachment, response, ...rest } = answer
    const body = { answer: { ...rest, authenticatorAttachment, clientExtensionResults: {}, response } }
    await call(api.account.provePasskey, { body })
  },
}

/** The browser has created no passkey. */
export class PasskeyError extends Error {
  readonly reason: 'exists' | 'failed'

  constructor(reason: 'exists' | 'failed', cause: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

/** Returns the error of a browser that creates no passkey; a question that the person dismissed stays as it is. */
function passkeyError(error: unknown): unknown {
  if (isCalledOff(error)) return error
  // `excludeCredentials` names the passkeys that the account has.
  const exists = error instanceof Error && error.name === 'InvalidStateError'
  return new PasskeyError(exists ? 'exists' : 'failed', error)
}

/** Changes the account, and then refreshes everything that shows it. */
export function useAccountChange<A>(change: (argument: A) => Promise<AccountReply>, onDone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async (account) => {
      client.setQueryData(accountQueries.get().queryKey, account)
      onDone?.()
      await client.invalidateQueries({ queryKey: ['session'] })
    },
  })
}
