import { api } from '@dragoman/contract'
import { actorId } from '@dragoman/core'
import {
  createMember,
  FORMER_MEMBER,
  listOperations,
  NAMED_IN,
  projectBySlug,
  setAddress,
  userById,
} from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { browserOf } from '../../../test/browser-of.ts'
import { openMailServer, type TestMailServer } from '../../../test/mail-server.ts'
import { eventually, openTestServer, PASSWORD, type TestServer } from '../../../test/test-server.ts'

const NEW_PASSWORD = 'quite another staple'
const closing: (() => Promise<unknown>)[] = []
let time = Date.parse('2026-03-01T10:00:00Z')
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  time = Date.parse('2026-03-01T10:00:00Z')
})

async function fresh(): Promise<{ test: TestServer; mails: TestMailServer }> {
  const mails = await openMailServer()
  closing.push(mails.stop)
  const test = await openTestServer({ now: () => new Date(time), config: { mail: mails.settings } })
  closing.push(test.close)
  const { store } = test.server.deps
  await store.write((w) => setAddress(w, 1, { address: 'ann@example.test', confirmedAt: 'now' }))
  return { test, mails }
}

const mailNumber = (mails: TestMailServer, number: number) => eventually(async () => mails.mails[number])
const codeIn = (text: string) => /\/(?:reset|confirm)\/([\w-]+)/.exec(text.replaceAll('=\n', ''))?.[1] ?? ''

describe('a password reset link', () => {
  test('goes to the confirmed address, works once, and ends all sessions', async () => {
    const { test, mails } = await fresh()
    const browser = browserOf(test)
    await browser.call(api.account.requestReset, { body: { name: 'ＡNN@example.test' } })
    const mail = await mailNumber(mails, 0)
    expect(mail.to).toEqual(['ann@example.test'])
    const code = codeIn(mail.text)
    expect(await browser.call(api.account.readResetLink, { body: { code } })).toEqual({ name: 'Ann' })
    expect(await browser.call(api.account.checkPassword, { body: { code, password: 'password12' } })).toEqual(
      { problem: 'password-too-common' },
    )
    await browser.call(api.account.reset, { body: { code, password: NEW_PASSWORD } })
    expect((await browser.fail(api.account.reset, { body: { code, password: PASSWORD } })).code).toBe(
      'link-used',
    )
    expect((await test.fail(api.account.get, {})).code).toBe('not-signed-in')
    await browser.call(api.session.signIn, { body: { name: 'Ann', password: NEW_PASSWORD } })
    expect((await mailNumber(mails, 1)).header('subject')).toBe('Your sign-in settings were changed')
  })

  test('gets the same answer for every name, and no email goes to strangers', async () => {
    const { test, mails } = await fresh()
    const browser = browserOf(test)
    for (const name of ['nobody@example.test', 'Nobody', 'ann@example.test'])
      expect(await browser.call(api.account.requestReset, { body: { name } })).toEqual({})
    await mailNumber(mails, 0)
    expect(mails.mails).toHaveLength(1)
  })

  test('reports if it is wrong, expired, or replaced by a newer one', async () => {
    const { test } = await fresh()
    const browser = browserOf(test)
    const codes: string[] = []
    for (let made = 0; made < 2; made++) {
      const { link } = await test.call(api.account.makeResetLink, { params: { person: 1 } })
      codes.push(codeIn(link))
    }
    const [older = '', newer = ''] = codes
    const read = async (code: string) =>
      (await browser.fail(api.account.readResetLink, { body: { code } })).code
    expect(await read('wrong')).toBe('wrong-link')
    expect(await read(older)).toBe('link-used')
    time += 25 * 60 * 60_000
    expect(await read(newer)).toBe('link-expired')
  })

  test('no longer works once the password was changed', async () => {
    const { test } = await fresh()
    const browser = browserOf(test)
    const { link } = await test.call(api.account.makeResetLink, { params: { person: 1 } })
    await test.call(api.account.setPassword, { body: { current: PASSWORD, password: NEW_PASSWORD } })
    expect((await browser.fail(api.account.readResetLink, { body: { code: codeIn(link) } })).code).toBe(
      'link-used',
    )
  })

  test('works although others ask for more, until one of them is used', async () => {
    const { test, mails } = await fresh()
    const codes: string[] = []
    for (let asked = 0; asked < 3; asked++) {
      await browserOf(test).call(api.account.requestReset, { body: { name: 'Ann' } })
      codes.push(codeIn((await mailNumber(mails, asked)).text))
    }
    const [first = '', second = '', third = ''] = codes
    const browser = browserOf(test)
    await browser.call(api.account.reset, { body: { code: first, password: NEW_PASSWORD } })
    for (const code of [second, third])
      expect((await browser.fail(api.account.readResetLink, { body: { code } })).code).toBe('link-used')
  })

  test.each([
    ['removed', null, null],
    ['changed, once the new one is confirmed', 'ann@new.test', 'ann@new.test'],
  ])('no longer works once the address was %s', async (_, address, confirmed) => {
    const { test, mails } = await fresh()
    const browser = browserOf(test)
    await browser.call(api.account.requestReset, { body: { name: 'ann@example.test' } })
    const code = codeIn((await mailNumber(mails, 0)).text)
    await test.call(api.account.setAddress, { body: { address } })
    if (confirmed !== null) {
      const confirmation = await eventually(async () => mails.mails.find(({ to }) => to[0] === confirmed))
      await browser.call(api.account.confirmAddress, { body: { code: codeIn(confirmation.text) } })
    }
    expect((await browser.fail(api.account.readResetLink, { body: { code } })).code).toBe('link-used')
  })
})

describe('address-change takeover', () => {
  test('a new address takes effect when its link is opened, and the old one is notified', async () => {
    const { test, mails } = await fresh()
    const asked = await test.call(api.account.setAddress, { body: { address: 'ann@new.test' } })
    expect(asked).toMatchObject({
      address: { address: 'ann@example.test', isConfirmed: true },
      waitingAddress: 'ann@new.test',
    })
    const mail = await mailNumber(mails, 0)
    expect(mail.to).toEqual(['ann@new.test'])
    const code = codeIn(mail.text)
    await browserOf(test).call(api.account.confirmAddress, { body: { code } })
    const notice = await mailNumber(mails, 1)
    expect(notice.to).toEqual(['ann@example.test'])
    expect(notice.text).toContain('ann@new.test')
    const account = await test.call(api.account.get, {})
    expect(account).toMatchObject({ address: { address: 'ann@new.test', isConfirmed: true } })
    expect((await browserOf(test).fail(api.account.confirmAddress, { body: { code } })).code).toBe(
      'link-used',
    )
  })

  test('the address can be changed however many reset links others ask for', async () => {
    const { test, mails } = await fresh()
    for (let asked = 0; asked < 6; asked++)
      await browserOf(test).call(api.account.requestReset, { body: { name: 'Ann' } })
    await mailNumber(mails, 4)
    const asked = await test.call(api.account.setAddress, { body: { address: 'ann@new.test' } })
    expect(asked.waitingAddress).toBe('ann@new.test')
    expect((await mailNumber(mails, 5)).to).toEqual(['ann@new.test'])
  })

  test('the email to an address reports that it was removed from the account', async () => {
    const { test, mails } = await fresh()
    await test.call(api.account.setAddress, { body: { address: null } })
    const notice = await mailNumber(mails, 0)
    expect(notice.to).toEqual(['ann@example.test'])
    expect(notice.text).toContain('The email address was removed from your account.')
  })

  test('setting a new password discards a pending confirmation', async () => {
    const { test, mails } = await fresh()
    await test.call(api.account.setAddress, { body: { address: 'eve@evil.test' } })
    const code = codeIn((await mailNumber(mails, 0)).text)
    await test.call(api.account.setPassword, { body: { current: PASSWORD, password: NEW_PASSWORD } })
    expect((await browserOf(test).fail(api.account.confirmAddress, { body: { code } })).code).toBe(
      'link-used',
    )
  })

  test.each([
    ['the present address', 'ann@example.test'],
    ['no address', null],
  ])('keeping %s discards a pending confirmation, without an email or an entry', async (_, present) => {
    const { test, mails } = await fresh()
    if (present === null) await test.call(api.account.setAddress, { body: { address: null } })
    await test.call(api.account.setAddress, { body: { address: 'mistyped@example.test' } })
    const mail = await eventually(async () => mails.mails.find(({ to }) => to[0] === 'mistyped@example.test'))
    await test.server.deps.mail.idle()
    const log = () => test.call(api.audit.list, { query: { kind: 'account.changed', limit: 20 } })
    const before = { log: await log(), mails: mails.mails.length }
    const kept = await test.call(api.account.setAddress, { body: { address: present } })
    expect(kept).toMatchObject({
      address: present === null ? null : { address: present, isConfirmed: true },
      waitingAddress: null,
    })
    const failure = await browserOf(test).fail(api.account.confirmAddress, {
      body: { code: codeIn(mail.text) },
    })
    expect(failure.code).toBe('link-used')
    await test.server.deps.mail.idle()
    expect({ log: await log(), mails: mails.mails.length }).toEqual(before)
  })

  test('requires a recent proof', async () => {
    const { test } = await fresh()
    time += 11 * 60_000
    expect((await test.fail(api.account.setAddress, { body: { address: 'a@b.test' } })).code).toBe(
      'proof-needed',
    )
  })

  test('an address of someone else looks like any other before it is confirmed', async () => {
    const { test, mails } = await fresh()
    const { store, now } = test.server.deps
    const eve = await store.write((w) =>
      createMember(w, { name: 'Eve', passwordHash: null, at: now().toISOString() }),
    )
    await store.write((w) => setAddress(w, eve.id, { address: 'eve@example.test', confirmedAt: 'now' }))
    await test.call(api.account.setAddress, { body: { address: 'EVE@example.test' } })
    const code = codeIn((await mailNumber(mails, 0)).text)
    expect(await browserOf(test).fail(api.account.confirmAddress, { body: { code } })).toMatchObject({
      code: 'already-exists',
      params: { what: 'address' },
    })
  })
})

describe('deleting an account', () => {
  test('keeps the work and removes the name from it', async () => {
    const { test } = await fresh()
    const { store, now, passwords } = test.server.deps
    const at = now().toISOString()
    const passwordHash = await passwords.hash(PASSWORD)
    const eve = await store.write((w) => createMember(w, { name: 'Eve', passwordHash, at }))
    const browser = browserOf(test)
    await browser.call(api.session.signIn, { body: { name: 'Eve', password: PASSWORD } })
    await test.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
    const params = { project: 'shop' }
    await test.call(api.keys.create, {
      params,
      body: { namespace: 'app', name: 'hello', plural: 'none', forms: { other: 'Hello' } },
    })
    await store.write((w) =>
      w.db
        .updateTable('operation')
        .set({ actor_id: actorId('user', eve.id), actor_label: 'Eve' })
        .execute(),
    )
    time += 11 * 60_000
    expect((await browser.fail(api.account.remove, {})).code).toBe('proof-needed')
    await browser.call(api.account.prove, { body: { password: PASSWORD } })
    expect((await browser.call(api.account.remove, {})).actor).toBeNull()
    const { user, labels } = await store.read(async (r) => {
      const project = await projectBySlug(r, 'shop')
      const { rows } = await listOperations(r, { projectId: project?.id ?? 0, limit: 10 })
      return { user: await userById(r, eve.id), labels: rows.map(({ actor }) => actor.name) }
    })
    expect(user).toBeNull()
    expect(new Set(labels)).toEqual(new Set([FORMER_MEMBER]))
    expect((await browser.fail(api.session.signIn, { body: { name: 'Eve', password: PASSWORD } })).code).toBe(
      'wrong-credentials',
    )
  })

  test('is impossible for the only owner', async () => {
    const { test } = await fresh()
    expect((await test.fail(api.account.remove, {})).code).toBe('last-owner')
  })

  test('every column that stores a name is known', async () => {
    const { test } = await fresh()
    const columns = await test.server.deps.store.read(async ({ db }) => {
      const tables = await db.introspection.getTables()
      return tables.flatMap(({ name, columns }) =>
        columns.filter((column) => column.name.endsWith('_label')).map((column) => `${name}.${column.name}`),
      )
    })
    const known = NAMED_IN.map(({ table, label }) => `${table}.${label}`).filter((name) =>
      name.endsWith('_label'),
    )
    // The record of changes to access rights is never changed.
    expect(columns.filter((name) => name !== 'audit_entry.actor_label').sort()).toEqual([...known].sort())
  })
})
