import { randomUUID } from 'node:crypto'
import { type Api, api } from '@dragoman/contract'
import {
  addPasskey,
  confirmTotp,
  createSession,
  putPicture,
  removePasskey,
  removeTotp,
} from '@dragoman/store'
import { newSessionId } from '../src/http/session-cookie.ts'
import { hashOfSecret } from '../src/secrets/hash-of-secret.ts'
import type { Prepared } from './role-calls.ts'
import type { Somebody, World } from './role-world.ts'
import { PASSWORD } from './test-server.ts'

type AccountCall =
  | `account.${keyof Api['account'] & string}`
  | `session.${'secondFactor' | 'passkey' | 'passkeyOptions'}`

/** An answer that no passkey gave. */
const NO_PASSKEY = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key' as const,
  clientExtensionResults: {},
}
const NO_ANSWER = {
  ...NO_PASSKEY,
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' },
}
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const at = () => new Date().toISOString()

/** How people call the routes of their own accounts. */
export const ACCOUNT_CALLS: Readonly<Record<AccountCall, (prepared: Prepared) => Promise<unknown>>> = {
  'session.secondFactor': ({ call }) => call(api.session.secondFactor, { body: { code: '123456' } }),
  'session.passkeyOptions': ({ call }) => call(api.session.passkeyOptions, {}),
  'session.passkey': ({ call }) => call(api.session.passkey, { body: { answer: NO_ANSWER } }),
  'account.get': ({ call }) => call(api.account.get, {}),
  'account.update': ({ call, who }) => call(api.account.update, { body: { name: who.name || 'Eve' } }),
  async 'account.remove'(prepared) {
    return (await callOfSpare(prepared))(api.account.remove, {})
  },
  'account.setAddress': ({ call }) =>
    call(api.account.setAddress, { body: { address: 'somebody@example.org' } }),
  'account.confirmAddress': ({ call }) => call(api.account.confirmAddress, { body: { code: 'wrong' } }),
  async 'account.picture'({ call, world, who }) {
    const person = who.id ?? 1
    await world.deps.store.write((w) =>
      putPicture(w, person, { type: 'image/png', bytes: PNG, version: 'a' }),
    )
    const { bytes } = await call(api.account.picture, { params: { person }, query: {} })
    await bytes.cancel()
  },
  'account.setPicture': ({ call }) => call(api.account.setPicture, { bytes: PNG }),
  'account.removePicture': ({ call }) => call(api.account.removePicture, {}),
  async 'account.setPassword'(prepared) {
    const call = await callOfSpare(prepared)
    return call(api.account.setPassword, { body: { current: null, password: PASSWORD } })
  },
  'account.checkPassword': ({ call }) => call(api.account.checkPassword, { body: { password: PASSWORD } }),
  'account.requestReset': ({ call }) => call(api.account.requestReset, { body: { name: 'Eve' } }),
  'account.readResetLink': ({ call }) => call(api.account.readResetLink, { body: { code: 'wrong' } }),
  'account.reset': ({ call }) => call(api.account.reset, { body: { code: 'wrong', password: PASSWORD } }),
  async 'account.makeResetLink'({ call, world }) {
    const { id } = await world.somebody('viewer')
    return call(api.account.makeResetLink, { params: { person: id ?? 0 } })
  },
  'account.sessions': ({ call }) => call(api.account.sessions, {}),
  async 'account.endSession'({ call, world, who }) {
    const session = hashOfSecret(newSessionId())
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    const userId = who.id ?? 1
    await world.deps.store.write((w) => createSession(w, { userId, idHash: session, at: at(), expiresAt }))
    return call(api.account.endSession, { params: { session } })
  },
  async 'account.endSessions'(prepared) {
    return (await callOfSpare(prepared))(api.account.endSessions, {})
  },
  'account.prove': ({ call }) => call(api.account.prove, { body: { password: PASSWORD } }),
  'account.proofOptions': ({ call }) => call(api.account.proofOptions, {}),
  'account.provePasskey': ({ call }) => call(api.account.provePasskey, { body: { answer: NO_ANSWER } }),
  async 'account.startTotp'({ call, world, who }) {
    await setSecondFactor(world, who, 'off')
    return call(api.account.startTotp, {})
  },
  async 'account.confirmTotp'({ call, world, who }) {
    await setSecondFactor(world, who, 'off')
    return call(api.account.confirmTotp, { body: { code: '123456' } })
  },
  'account.removeTotp': ({ call }) => call(api.account.removeTotp, {}),
  async 'account.renewRecoveryCodes'({ call, world, who }) {
    await setSecondFactor(world, who, 'on')
    await call(api.account.renewRecoveryCodes, {})
    await setSecondFactor(world, who, 'off')
  },
  'account.passkeyOptions': ({ call }) => call(api.account.passkeyOptions, {}),
  'account.addPasskey': ({ call }) => {
    const response = { clientDataJSON: 'e30', attestationObject: 'AAAA' }
    return call(api.account.addPasskey, { body: { name: 'Laptop', answer: { ...NO_PASSKEY, response } } })
  },
  async 'account.renamePasskey'({ call, world, who }) {
    const passkey = await makePasskey(world, who)
    return call(api.account.renamePasskey, { params: { passkey }, body: { name: 'Phone' } })
  },
  async 'account.removePasskey'({ call, world, who }) {
    const userId = who.id ?? 1
    const other = await makePasskey(world, who)
    await call(api.account.removePasskey, { params: { passkey: await makePasskey(world, who) } })
    await world.deps.store.write((w) => removePasskey(w, { userId, id: other }))
  },
}

/** Calls as a disposable person; or as the same one if the call is to be refused. */
async function callOfSpare({ call, world, who }: Prepared): Promise<Prepared['call']> {
  if (who.token !== undefined || who.lost !== undefined || who.id === null) return call
  return world.caller(await world.somebody(who.role === 'owner' ? 'viewer' : who.role))
}

async function setSecondFactor(world: World, who: Somebody, to: 'on' | 'off'): Promise<void> {
  const id = who.id ?? 1
  await world.deps.store.write((w) =>
    to === 'on' ? confirmTotp(w, id, { at: at(), recoveryCodes: [] }) : removeTotp(w, id),
  )
}

async function makePasskey(world: World, who: Somebody): Promise<string> {
  const id = randomUUID()
  const key = { id, publicKey: '', counter: 0, transports: [], name: 'Laptop', createdAt: at() }
  await world.deps.store.write((w) => addPasskey(w, { ...key, userId: who.id ?? 1 }))
  return id
}
