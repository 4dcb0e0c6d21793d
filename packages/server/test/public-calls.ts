import { api } from '@dragoman/contract'
import {
  addInvitation,
  addPasskey,
  addShortSecret,
  confirmTotp,
  deleteSessionsOf,
  endShortSecrets,
  putMembership,
  removeMembership,
  removePasskey,
  removePerson,
  removeTotp,
  setPassword,
  startTotp,
  suspendPerson,
  updateProject,
  type Writer,
  withdrawInvitation,
} from '@dragoman/store'
import { TOTP } from 'otpauth'
import { makeResetLink } from '../src/areas/account/reset-handlers.ts'
import { totpPurpose } from '../src/areas/account/second-factor-check.ts'
import { newSecretLink } from '../src/areas/account/secret-links.ts'
import { codeOf } from '../src/areas/invitations/invitation-code.ts'
import { hashOfSecret } from '../src/secrets/hash-of-secret.ts'
import type { TestBrowser } from './browser-of.ts'
import { INSIDE, type World } from './role-world.ts'
import { createSoftwarePasskey } from './software-passkey.ts'

const PASSWORD = 'correct horse battery'
const OTHER_PASSWORD = 'quite another staple'
const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const OTHER_SECRET = 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU'

/** A call of someone who is not signed in, and what takes away every right to make it. */
export type PublicCall = {
  readonly make: (browser: TestBrowser) => Promise<unknown>
  readonly revocations: readonly ((w: Writer) => Promise<unknown>)[]
}

const at = () => new Date().toISOString()
const inAnHour = () => new Date(Date.now() + 60 * 60_000).toISOString()

/** Prepares public calls in a world. `party`: the host for which browsers create passkeys. */
export function publicCallsOf(world: World, party: { readonly id: string; readonly origin: string }) {
  const { deps } = world
  const { store, passwords, sealing } = deps
  const hashes = Promise.all([PASSWORD, OTHER_PASSWORD].map((password) => passwords.hash(password)))

  /** Creates a person with a password. */
  async function person() {
    const [hash = '', other = ''] = await hashes
    const { id, name } = await world.somebody('viewer')
    const userId = id ?? 0
    await store.write((w) => setPassword(w, userId, hash))
    const gone = [
      (w: Writer) => suspendPerson(w, userId, at()),
      (w: Writer) => removePerson(w, userId),
    ] as const
    const replaced = async (w: Writer) => {
      await setPassword(w, userId, other)
      await deleteSessionsOf(w, userId)
      for (const kind of ['reset', 'confirm-address', 'second-factor'] as const)
        await endShortSecrets(w, userId, kind, at())
    }
    return { userId, name, gone, replaced }
  }

  async function turnOnTotp(w: Writer, userId: number, secret: string): Promise<void> {
    await removeTotp(w, userId)
    await startTotp(w, userId, sealing.seal(secret, totpPurpose(userId)))
    await confirmTotp(w, userId, { at: at(), recoveryCodes: [] })
  }

  return {
    async 'session.signIn'(): Promise<PublicCall> {
      const { name, gone, replaced } = await person()
      return {
        make: ({ call }) => call(api.session.signIn, { body: { name, password: PASSWORD } }),
        revocations: [...gone, replaced],
      }
    },
    async 'session.secondFactor'(browser: TestBrowser): Promise<PublicCall> {
      const { userId, name, gone, replaced } = await person()
      await store.write((w) => turnOnTotp(w, userId, TOTP_SECRET))
      await browser.fail(api.session.signIn, { body: { name, password: PASSWORD } })
      const body = { code: new TOTP({ secret: TOTP_SECRET }).generate() }
      return {
        make: ({ call }) => call(api.session.secondFactor, { body }),
        revocations: [...gone, replaced, (w) => turnOnTotp(w, userId, OTHER_SECRET)],
      }
    },
    async 'session.passkey'(browser: TestBrowser): Promise<PublicCall> {
      const { userId, gone } = await person()
      const passkey = createSoftwarePasskey()
      const { id, publicKey } = passkey
      const row = { id, userId, publicKey, name: 'Laptop', counter: 0, transports: [], createdAt: at() }
      await store.write((w) => addPasskey(w, row))
      const { options } = await browser.call(api.session.passkeyOptions, {})
      const answer = passkey.answer({ challenge: String(options.challenge) }, party)
      return {
        make: ({ call }) => call(api.session.passkey, { body: { answer } }),
        revocations: [...gone, (w) => removePasskey(w, { userId, id })],
      }
    },
    async 'account.reset'(): Promise<PublicCall> {
      const { userId, gone, replaced } = await person()
      const user = { id: userId }
      const { link } = await store.write((w) => makeResetLink(w, deps, { user, forMs: 60_000 }))
      const code = link.split('/').at(-1) ?? ''
      return {
        make: ({ call }) => call(api.account.reset, { body: { code, password: 'a third horse battery' } }),
        revocations: [gone[1], replaced],
      }
    },
    async 'account.confirmAddress'(): Promise<PublicCall> {
      const { userId, gone, replaced } = await person()
      const { code, hash, expiresAt } = newSecretLink(deps, 60_000)
      const payload = { address: `person-${userId}@example.org` }
      const secret = { hash, kind: 'confirm-address' as const, userId, payload, at: at(), expiresAt }
      await store.write((w) => addShortSecret(w, secret))
      return {
        make: ({ call }) => call(api.account.confirmAddress, { body: { code } }),
        revocations: [gone[1], replaced],
      }
    },
    async 'invitations.accept'(): Promise<PublicCall> {
      const inviter = await world.somebody('manager')
      const { id: projectId } = await world.projectOf(INSIDE)
      const of = { userId: inviter.id ?? 0, projectId }
      const viewer = { role: 'viewer', languages: null, namespaces: null } as const
      const { id, generation } = await store.write((w) =>
        addInvitation(
          w,
          {
            invitedTo: { to: 'project', projectId, rights: viewer },
            groupId: null,
            address: null,
            number: 1,
            expiresAt: inAnHour(),
            at: at(),
            by: { userId: of.userId, name: inviter.name },
          },
          (invitation) => hashOfSecret(codeOf(sealing, { id: invitation, generation: 0 })),
        ),
      )
      const account = { name: `New ${world.next()}`, password: PASSWORD }
      const body = { code: codeOf(sealing, { id, generation }), account }
      return {
        make: ({ call }) => call(api.invitations.accept, { body }),
        revocations: [
          (w) => withdrawInvitation(w, id, at()),
          (w) => suspendPerson(w, of.userId, at()),
          (w) => removePerson(w, of.userId),
          (w) => removeMembership(w, of),
          (w) => putMembership(w, of, viewer),
        ],
      }
    },
    async 'suggestions.add'(): Promise<PublicCall> {
      const place = { ...INSIDE, project: 'open', isOwn: false }
      const { key, forms } = await world.text(place)
      const { id } = await world.projectOf(place)
      await store.write((w) => updateProject(w, id, { sharing: { with: 'everyone', role: 'suggester' } }))
      const visitor = { name: `Visitor ${world.next()}` }
      return {
        make: ({ call }) =>
          call(api.suggestions.add, {
            params: { project: place.project, key, language: place.language },
            body: { forms, note: '', visitor },
          }),
        revocations: [
          (w) => updateProject(w, id, { sharing: { with: 'members', role: 'reader' } }),
          (w) => updateProject(w, id, { sharing: { with: 'everyone', role: 'reader' } }),
        ],
      }
    },
  } as const satisfies Record<string, (browser: TestBrowser) => Promise<PublicCall>>
}
