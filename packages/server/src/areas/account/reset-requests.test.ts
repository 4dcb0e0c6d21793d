import { api } from '@dragoman/contract'
import { setAddress } from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { browserOf } from '../../../test/browser-of.ts'
import { openMailServer } from '../../../test/mail-server.ts'
import { peopleOf } from '../../../test/people.ts'
import { DATABASES, eventually, openTestServer, PASSWORD } from '../../../test/test-server.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

describe.each(DATABASES)('a request for a reset link · %s', (database) => {
  test('leaves the same rows for every name, until some time later', async () => {
    const mails = await openMailServer()
    closing.push(mails.stop)
    let time = Date.parse('2026-03-01T10:00:00Z')
    let test = await openTestServer({
      database,
      now: () => new Date(time),
      resetDelayMs: () => 3_600_000,
      config: { mail: mails.settings },
    })
    closing.push(() => test.close())
    const { store } = test.server.deps
    await store.write((w) => setAddress(w, 1, { address: 'ann@example.test', confirmedAt: 'now' }))
    const rows = () =>
      test.server.deps.store.read(async ({ db }) => ({
        requests: (await db.selectFrom('short_secret').select(['kind', 'user_id']).execute()).map(
          (row) => row,
        ),
        mails: (await db.selectFrom('mail').select('kind').execute()).length,
        entries: (await db.selectFrom('audit_entry').select('kind').execute()).length,
      }))
    const before = await rows()
    for (const name of ['ann@example.test', 'Ann', 'nobody@example.test'])
      expect(await browserOf(test).call(api.account.requestReset, { body: { name } })).toEqual({})
    expect(await rows()).toEqual({
      ...before,
      requests: [1, 2, 3].map(() => ({ kind: 'reset-request', user_id: null })),
    })
    // Requests of a process that ended are carried out by the next one
    time += 3_600_001
    test = await test.restart()
    await eventually(async () => mails.mails.length === 2)
    await eventually(async () => (await rows()).requests.every(({ kind }) => kind === 'reset'))
    expect(mails.mails.map(({ to }) => to)).toEqual([['ann@example.test'], ['ann@example.test']])
  })

  test('a language that `Intl` rejects stops no email, and no change of the password', async () => {
    const mails = await openMailServer()
    closing.push(mails.stop)
    const test = await openTestServer({ database, config: { mail: mails.settings } })
    closing.push(test.close)
    const { store } = test.server.deps
    await peopleOf(test).stranger('Ben')
    await store.write(async (w) => {
      await setAddress(w, 1, { address: 'ann@example.test', confirmedAt: 'now' })
      await setAddress(w, 2, { address: 'ben@example.test', confirmedAt: 'now' })
    })
    const account = await test.call(api.account.update, { body: { language: 'x-pirate' } })
    expect(account.language).toBe('x-pirate')
    const body = { current: PASSWORD, password: 'quite another staple' }
    expect(await test.call(api.account.setPassword, { body })).toEqual(account)
    for (const name of ['Ann', 'Ben'])
      expect(await browserOf(test).call(api.account.requestReset, { body: { name } })).toEqual({})
    await eventually(async () => mails.mails.length === 3)
    expect(mails.mails.map(({ to, header }) => `${to} ${header('subject')}`).toSorted()).toEqual([
      'ann@example.test Set a new password',
      'ann@example.test Your sign-in settings were changed',
      'ben@example.test Set a new password',
    ])
  })
})
