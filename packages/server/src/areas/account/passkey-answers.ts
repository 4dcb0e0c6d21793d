import { createHash, randomBytes } from 'node:crypto'
import { Failure } from '@dragoman/contract'
import {
  addShortSecret,
  notePasskeyUse,
  type PasskeyRow,
  passkeyById,
  type UserRow,
  type Writer,
} from '@dragoman/store'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type RelyingParty, relyingPartyOf } from './relying-party.ts'

/** What a passkey is requested for; an answer for one purpose is not valid for another. */
export type Purpose = 'new' | 'sign-in' | 'proof'

/** How long a browser can take to answer. */
const CHALLENGE_MS = 5 * 60 * 1000

/** A verified answer, with what is left to do in a transaction. */
export type RightAnswer = {
  readonly passkey: PasskeyRow
  /** Throws `wrong-passkey` if the same answer was used before, or the passkey was removed since. */
  readonly take: (w: Writer) => Promise<void>
}

type PasskeyDeps = Pick<Deps, 'store' | 'now' | 'sealing' | 'network' | 'edition'>

// Loaded with the first passkey, because it brings certificates that nothing else needs.
const library = () => import('@simplewebauthn/server')

/** Returns the options a browser needs to create a passkey. Throws `passkeys-need-name`. */
export async function newPasskeyOptions(
  deps: PasskeyDeps,
  { caller, user, known }: { caller: Caller; user: UserRow; known: readonly PasskeyRow[] },
): Promise<Record<string, unknown>> {
  const { id: rpID } = requireRelyingParty(caller, deps)
  const { generateRegistrationOptions } = await library()
  const handle = deps.sealing.sign(`${user.id}`, 'passkey-user')
  return plain(
    await generateRegistrationOptions({
      rpName: 'Dragoman',
      rpID,
      userName: user.address ?? user.name,
      userDisplayName: user.name,
      userID: new Uint8Array(Buffer.from(handle, 'base64url')),
      challenge: await newChallenge(deps, 'new', user.id),
      timeout: CHALLENGE_MS,
      attestationType: 'none',
      excludeCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    }),
  )
}

/** Returns the options a browser needs to answer with a passkey: one of `known`, or any of this server. */
export async function passkeyOptions(
  deps: PasskeyDeps,
  { caller, purpose, user }: { caller: Caller; purpose: Purpose; user: UserRow | null },
  known: readonly PasskeyRow[] = [],
): Promise<Record<string, unknown>> {
  const { id: rpID } = requireRelyingParty(caller, deps)
  const { generateAuthenticationOptions } = await library()
  return plain(
    await generateAuthenticationOptions({
      rpID,
      challenge: await newChallenge(deps, purpose, user?.id ?? null),
      timeout: CHALLENGE_MS,
      userVerification: 'required',
      allowCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
    }),
  )
}

/** Verifies a new passkey. Throws `wrong-passkey`. */
export async function readNewPasskey(
  deps: PasskeyDeps,
  { caller, user, answer }: { caller: Caller; user: UserRow; answer: unknown },
): Promise<Pick<PasskeyRow, 'id' | 'publicKey' | 'counter' | 'transports'> & Pick<RightAnswer, 'take'>> {
  const party = requireRelyingParty(caller, deps)
  const { verifyRegistrationResponse } = await library()
  const asked = challengeReader(deps, 'new', user.id)
  const checked = await orWrong(() =>
    verifyRegistrationResponse({
      response: answer as RegistrationResponseJSON, // the library reads and checks all of it
      expectedChallenge: asked.isOurs,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      requireUserVerification: true,
    }),
  )
  if (!checked.verified) throw new Failure('wrong-passkey')
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential
  return {
    id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports,
    take: asked.take,
  }
}

/** Verifies the answer of a passkey; with `user` it must be one of theirs. Throws `wrong-passkey`. */
export async function readPasskeyAnswer(
  deps: PasskeyDeps,
  {
    caller,
    purpose,
    user,
    answer,
  }: { caller: Caller; purpose: Purpose; user: UserRow | null; answer: { id: string } },
): Promise<RightAnswer> {
  const party = requireRelyingParty(caller, deps)
  const passkey = await deps.store.read((r) => passkeyById(r, answer.id))
  if (passkey === null || (user !== null && passkey.userId !== user.id)) throw new Failure('wrong-passkey')
  const { verifyAuthenticationResponse } = await library()
  const asked = challengeReader(deps, purpose, user?.id ?? null)
  const checked = await orWrong(() =>
    verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON, // the library reads and checks all of it
      expectedChallenge: asked.isOurs,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    }),
  )
  if (!checked.verified) throw new Failure('wrong-passkey')
  const { newCounter } = checked.authenticationInfo
  return {
    passkey,
    async take(w) {
      await asked.take(w)
      const used = { id: passkey.id, counter: newCounter, at: deps.now().toISOString() }
      if (!(await notePasskeyUse(w, used))) throw new Failure('wrong-passkey')
    },
  }
}

/** Throws `passkeys-need-name`. Without accounts no one signs in with a passkey. */
function requireRelyingParty(caller: Caller, deps: PasskeyDeps): RelyingParty {
  const party = deps.edition.hasAccounts ? relyingPartyOf(caller, deps) : null
  if (party === null) throw new Failure('passkeys-need-name')
  return party
}

/** Turns any error of the library about an answer into `wrong-passkey`. */
async function orWrong<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (cause) {
    if (cause instanceof Failure) throw cause
    throw new Failure('wrong-passkey')
  }
}

/**
 * Returns a challenge that itself proves that it was issued here, for this purpose and person: strangers who
 * request one leave nothing in the database.
 */
async function newChallenge(
  { now, sealing }: PasskeyDeps,
  purpose: Purpose,
  userId: number | null,
): Promise<string> {
  const text = `${(now().getTime() + CHALLENGE_MS).toString(36)}.${randomBytes(16).toString('base64url')}`
  return `${text}.${sealing.sign(text, challengeFor(purpose, userId))}`
}

function challengeReader(deps: PasskeyDeps, purpose: Purpose, userId: number | null) {
  let seen: { readonly hash: string; readonly expiresAt: string } | null = null
  return {
    async isOurs(encoded: string): Promise<boolean> {
      const [until = '', random = '', signature] = Buffer.from(encoded, 'base64url').toString().split('.', 3)
      const expiresMs = Number.parseInt(until, 36)
      const signed = deps.sealing.sign(`${until}.${random}`, challengeFor(purpose, userId))
      if (signature !== signed || !(expiresMs > deps.now().getTime())) return false
      seen = {
        hash: createHash('sha256').update(encoded).digest('base64url'),
        expiresAt: new Date(expiresMs).toISOString(),
      }
      return true
    },
    async take(w: Writer): Promise<void> {
      if (seen === null) throw new Failure('wrong-passkey')
      const at = deps.now().toISOString()
      const isFirst = await addShortSecret(w, { ...seen, kind: 'challenge', userId: null, at })
      if (!isFirst) throw new Failure('wrong-passkey')
    },
  }
}

function challengeFor(purpose: Purpose, userId: number | null): string {
  return `passkey ${purpose} ${userId ?? ''}`
}

function plain(options: object): Record<string, unknown> {
  return { ...options }
}
