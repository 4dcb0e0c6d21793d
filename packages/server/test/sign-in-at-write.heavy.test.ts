import { api, Failure } from '@dragoman/contract'
import {
  addPasskey,
  confirmTotp,
  deleteSessionsOf,
  linkIdentity,
  removeAccount,
  removePasskey,
  removeTotp,
  setPassword,
  startTotp,
  suspendPerson,
  unlinkIdentity,
  type Writer,
} from '@dragoman/store'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeResetLink } from '../src/areas/account/reset-handlers.ts'
import { totpPurpose } from '../src/areas/account/second-factor-check.ts'
import { NO_NETWORK_SETTINGS } from '../src/http/network.ts'
import { readAllowedAddress } from '../src/outgoing/allowed-addresses.ts'
import { beforeEachWriteOfRequests } from './between-check-and-write.ts'
import { browserOf } from './browser-of.ts'
import { CLIENT, type IdentityProvider, openIdentityProvider } from './identity-provider.ts'
import { peopleOf } from './people.ts'
import { createSoftwarePasskey } from './software-passkey.ts'
import { BOTH_DATABASES, openTestServer, type TestServer } from './test-server.ts'

const HOST = 'l10n.example.com'
const ORIGIN = `http://${HOST}`
const PASSWORD = 'correct horse battery'
const OTHER_PASSWORD = 'quite another staple'
const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const OTHER_SECRET = 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU'

type Person = { readonly id: number; readonly name: string }
type Revoke = (w: Writer, person: Person) => Promise<unknown>

const SUSPEND: Revoke = (w, { id }) => suspendPerson(w, id, new Date().toISOString())
const REMOVE: Revoke = (w, { id }) => removeAccount(w, id)

/** Expects refusals with a code; a call whose last write was over before is done. */
function expectRefusal(endings: readonly string[], code: string, others: readonly string[] = []): void {
  expect(endings).toContain(code)
  expect([code, 'done', ...others]).toEqual(expect.arrayContaining([...endings]))
}

describe.each(BOTH_DATABASES)('who signs in is read again where the session begins, on %s', (database) => {
  let server: TestServer
  let provider: IdentityProvider
  let hash = ''
  let otherHash = ''
  let made = 0

  beforeAll(async () => {
    const loopback = readAllowedAddress('127.0.0.1')
    if (loopback === null || !('network' in loopback)) throw new Error('no address')
    server = await openTestServer({
      database,
      config: {
        // Browsers create passkeys for the name of a host.
        network: { ...NO_NETWORK_SETTINGS, publicOrigins: [ORIGIN] },
        allowedAddresses: { networks: [loopback.network], hosts: new Set<string>() },
      },
    })
    hash = await server.server.deps.passwords.hash(PASSWORD)
    otherHash = await server.server.deps.passwords.hash(OTHER_PASSWORD)
    provider = await openIdentityProvider(`${ORIGIN}/sign-in/oidc`, { sub: 'nobody' })
    await server.call(api.oidc.changeSettings, {
      body: {
        provider: {
          ...CLIENT,
          issuer: provider.issuer,
          label: 'Company',
          scopes: ['profile'],
          groupsClaim: null,
          groups: [],
          isOnlyWay: false,
          allowsNew: false,
        },
      },
    })
  })
  afterAll(async () => {
    await provider.stop()
    await server.close()
  })

  const write = <T>(job: (w: Writer) => Promise<T>) => server.server.deps.store.write(job)
  const at = () => new Date().toISOString()

  async function person(): Promise<Person> {
    const name = `Person ${++made}`
    const { id } = await peopleOf(server).stranger(name)
    await write(async (w) => {
      await deleteSessionsOf(w, id)
      await setPassword(w, id, hash)
      // Many sign in from one address here.
      await w.db.deleteFrom('attempt').execute()
    })
    return { id, name }
  }

  const replacePassword: Revoke = async (w, { id }) => {
    await setPassword(w, id, otherHash)
    await deleteSessionsOf(w, id)
  }

  async function turnOnTotp(w: Writer, { id }: Person, secret = TOTP_SECRET): Promise<void> {
    await removeTotp(w, id)
    await startTotp(w, id, server.server.deps.sealing.seal(secret, totpPurpose(id)))
    await confirmTotp(w, id, { at: at(), recoveryCodes: [] })
  }

  const sessionsOf = ({ id }: Person) =>
    server.server.deps.store.read(async ({ db }) => {
      const rows = await db.selectFrom('session').select('id_hash').where('user_id', '=', id).execute()
      return rows.length
    })

  /**
   * Makes a call for one person after another, while `revoke` runs before its first, its second and at last its last
   * write. Expects that no session begins after it, and returns how the calls ended.
   */
  async function endings(
    prepare: () => Promise<readonly [Person, () => Promise<unknown>]>,
    revoke: Revoke,
  ): Promise<readonly string[]> {
    const found: string[] = []
    for (let place = 1; ; place++) {
      const [who, call] = await prepare()
      let writes = 0
      let sessionsThen: number | null = null
      const stop = beforeEachWriteOfRequests(server.server, async () => {
        writes += 1
        if (writes !== place) return
        await write((w) => revoke(w, who))
        sessionsThen = await sessionsOf(who)
      })
      const ending = await call().then(
        () => 'done',
        (error: unknown) => (error instanceof Failure ? error.code : String(error)),
      )
      stop()
      if (sessionsThen === null) return found
      expect(await sessionsOf(who), `${ending}, revoked before write ${place}`).toBe(sessionsThen)
      found.push(ending)
    }
  }

  describe('with a password', () => {
    const prepare = async () => {
      const who = await person()
      const signIn = () =>
        browserOf(server).call(api.session.signIn, { body: { name: who.name, password: PASSWORD } })
      return [who, signIn] as const
    }

    test.each<readonly [string, Revoke, string]>([
      ['whose account is suspended', SUSPEND, 'account-suspended'],
      ['who is removed', REMOVE, 'wrong-credentials'],
      ['whose password is replaced', (w, who) => replacePassword(w, who), 'wrong-credentials'],
      ['who turns on a second factor', (w, who) => turnOnTotp(w, who), 'second-factor-needed'],
    ])('nobody %s meanwhile is signed in', async (_, revoke, code) => {
      expectRefusal(await endings(prepare, revoke), code)
    })

    test.each<readonly [string, Revoke, string]>([
      ['replaced', (w, who) => replacePassword(w, who), 'wrong-credentials'],
      ['whose person is removed', REMOVE, 'wrong-credentials'],
      ['whose person is suspended', SUSPEND, 'account-suspended'],
    ])('a password %s while it is checked is refused', async (_, revoke, code) => {
      const [who, signIn] = await prepare()
      const { passwords } = server.server.deps
      const held = passwords as { verify: typeof passwords.verify }
      const { verify } = passwords
      held.verify = async (...given) => {
        const isRight = await verify(...given)
        await write((w) => revoke(w, who))
        return isRight
      }
      await expect(signIn().finally(() => (held.verify = verify))).rejects.toMatchObject({ code })
      expect(await sessionsOf(who)).toBe(0)
    })
  })

  test.each<readonly [string, Revoke, string]>([
    ['is suspended', SUSPEND, 'account-suspended'],
    ['is removed', REMOVE, 'sign-in-again'],
    ['gets another authenticator app', (w, who) => turnOnTotp(w, who, OTHER_SECRET), 'wrong-second-factor'],
  ])('nobody who %s meanwhile is signed in with a code', async (_, revoke, code) => {
    const prepare = async () => {
      const who = await person()
      await write((w) => turnOnTotp(w, who))
      const browser = browserOf(server)
      await browser.fail(api.session.signIn, { body: { name: who.name, password: PASSWORD } })
      const body = { code: new TOTP({ secret: TOTP_SECRET }).generate() }
      return [who, () => browser.call(api.session.secondFactor, { body })] as const
    }
    // A person who is removed before the code is checked has no app any more.
    expectRefusal(await endings(prepare, revoke), code, ['wrong-second-factor'])
  })

  test.each<readonly [string, (passkey: string) => Revoke, string]>([
    ['whose account is suspended', () => SUSPEND, 'account-suspended'],
    ['who is removed', () => REMOVE, 'wrong-passkey'],
    [
      'whose passkey is removed',
      (id) => (w, who) => removePasskey(w, { userId: who.id, id }),
      'wrong-passkey',
    ],
  ])('nobody %s meanwhile is signed in with a passkey', async (_, revokeOf, code) => {
    const passkeys = new Map<number, string>()
    const prepare = async () => {
      const who = await person()
      const passkey = createSoftwarePasskey()
      const { id, publicKey } = passkey
      passkeys.set(who.id, id)
      const row = {
        id,
        userId: who.id,
        name: 'Laptop',
        publicKey,
        counter: 0,
        transports: [],
        createdAt: at(),
      }
      await write((w) => addPasskey(w, row))
      const { options } = await browserOf(server).call(api.session.passkeyOptions, {})
      const answer = passkey.answer({ challenge: String(options.challenge) }, { id: HOST, origin: ORIGIN })
      return [who, () => browserOf(server).call(api.session.passkey, { body: { answer } })] as const
    }
    const revoke: Revoke = (w, who) => revokeOf(passkeys.get(who.id) ?? '')(w, who)
    expectRefusal(await endings(prepare, revoke), code)
  })

  test.each<readonly [string, (subject: string) => Revoke, string]>([
    ['is suspended', () => SUSPEND, 'account-suspended'],
    ['is removed', () => REMOVE, 'no-account'],
    [
      'is unlinked',
      (subject) => (w, who) => unlinkIdentity(w, { issuer: provider.issuer, subject, userId: who.id }),
      'no-account',
    ],
  ])('nobody who %s meanwhile is signed in by a provider', async (_, revokeOf, code) => {
    const subjects = new Map<number, string>()
    const prepare = async () => {
      const who = await person()
      const subject = `subject-${who.id}`
      subjects.set(who.id, subject)
      await write((w) => linkIdentity(w, { issuer: provider.issuer, subject, userId: who.id, at: at() }))
      provider.setAccount({ sub: subject, name: who.name })
      const browser = browserOf(server)
      const { address } = await browser.call(api.oidc.begin, { body: { purpose: 'sign-in' } })
      const query = await provider.signIn(address)
      return [who, () => browser.call(api.oidc.finish, { body: { query } })] as const
    }
    const revoke: Revoke = (w, who) => revokeOf(subjects.get(who.id) ?? '')(w, who)
    expectRefusal(await endings(prepare, revoke), code)
  })

  test('a reset link of someone who is removed meanwhile is wrong', async () => {
    const prepare = async () => {
      const who = await person()
      const { deps } = server.server
      const { link } = await write((w) => makeResetLink(w, deps, { user: who, forMs: 60_000 }))
      const code = link.split('/').at(-1) ?? ''
      const body = { code, password: OTHER_PASSWORD }
      return [who, () => browserOf(server).call(api.account.reset, { body })] as const
    }
    expectRefusal(await endings(prepare, REMOVE), 'wrong-link')
  })

  test('the password of a new account waits in the queue of all passwords', async () => {
    const { invitations } = await server.call(api.invitations.createOfInstance, {
      body: { addresses: [], number: 1, days: 1, group: null },
    })
    const { passwords } = server.server.deps
    const held = passwords as { hash: typeof passwords.hash }
    const { hash: hashInQueue } = passwords
    const hashed: string[] = []
    held.hash = (password) => {
      hashed.push(password)
      return hashInQueue(password)
    }
    const account = { name: 'Newcomer', password: OTHER_PASSWORD }
    const body = { code: invitations[0]?.url.split('/').at(-1) ?? '', account }
    await browserOf(server)
      .call(api.invitations.accept, { body })
      .finally(() => (held.hash = hashInQueue))
    expect(hashed).toEqual([OTHER_PASSWORD])
  })

  describe('an invitation that is accepted', () => {
    const params = { project: 'shop' }
    const limitedTo = (role: 'manager' | 'viewer') => ({ role, languages: null, namespaces: null })

    /** Makes an invitation for a manager, and calls `meanwhile` while the password of who accepts it is hashed. */
    async function acceptWhile(name: string, meanwhile: (invitation: number) => Promise<unknown>) {
      const { invitations } = await server.call(api.invitations.create, {
        params,
        body: { addresses: [], number: 1, days: 1, rights: limitedTo('manager') },
      })
      const [{ id, url } = { id: 0, url: '' }] = invitations
      const { passwords } = server.server.deps
      const held = passwords as { hash: typeof passwords.hash }
      const { hash: hashInQueue } = passwords
      held.hash = async (password) => {
        const made = await hashInQueue(password)
        await meanwhile(id)
        return made
      }
      const body = { code: url.split('/').at(-1) ?? '', account: { name, password: OTHER_PASSWORD } }
      const browser = browserOf(server)
      const ending = await browser
        .call(api.invitations.accept, { body })
        .then(
          () => 'done',
          (error: unknown) => (error instanceof Failure ? error.code : String(error)),
        )
        .finally(() => (held.hash = hashInQueue))
      const { actor } = await browser.call(api.session.get, {})
      const list = await server.call(api.members.list, {
        params,
        query: { show: 'invitation', q: '', limit: 10 },
      })
      return {
        ending,
        roles: actor?.memberships.map(({ role }) => role) ?? null,
        used: list.members.flatMap((one) =>
          one.kind === 'invitation' && one.who === `invitation:${id}` ? [one.used] : [],
        ),
      }
    }

    beforeAll(async () => {
      await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
    })

    test('gives the rights that it has once the password is hashed', async () => {
      const { ending, roles } = await acceptWhile('Vera', (id) =>
        server.call(api.members.change, {
          params,
          body: { changes: [{ who: `invitation:${id}`, baseVersion: 1, rights: limitedTo('viewer') }] },
        }),
      )
      expect({ ending, roles }).toEqual({ ending: 'done', roles: ['viewer'] })
    })

    test.each<readonly [string, string, (id: number) => Promise<unknown>, number[]]>([
      [
        'is sent again',
        'invitation-unknown',
        (invitation) =>
          server.call(api.invitations.resend, { params: { ...params, invitation }, body: { days: 1 } }),
        [0],
      ],
      [
        'is withdrawn',
        'invitation-withdrawn',
        (id) =>
          server.call(api.members.change, {
            params,
            body: { changes: [{ who: `invitation:${id}`, baseVersion: 1, rights: null }] },
          }),
        [],
      ],
    ])('gives nothing and is not used if it %s meanwhile', async (_, code, meanwhile, used) => {
      expect(await acceptWhile('Stranger', meanwhile)).toEqual({ ending: code, roles: null, used })
    })
  })

  test('a code that is due in a browser ends when the password is replaced', async () => {
    const who = await person()
    await write((w) => turnOnTotp(w, who))
    const browser = browserOf(server)
    const { passwords } = server.server.deps
    const held = passwords as { verify: typeof passwords.verify }
    const { verify } = passwords
    held.verify = async (...given) => {
      const isRight = await verify(...given)
      await write((w) => replacePassword(w, who))
      return isRight
    }
    const failure = await browser
      .fail(api.session.signIn, { body: { name: who.name, password: PASSWORD } })
      .finally(() => (held.verify = verify))
    expect(failure.code).toBe('wrong-credentials')
    const body = { code: new TOTP({ secret: TOTP_SECRET }).generate() }
    expect((await browser.fail(api.session.secondFactor, { body })).code).toBe('sign-in-again')
  })
})
