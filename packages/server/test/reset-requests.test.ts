import { afterEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../store/test/on-both.ts'
import { openResetRequests } from '../src/areas/account/reset-requests.ts'
import { DATABASES, eventually } from './test-server.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

describe.each(DATABASES)('a request for a reset link · %s', (database) => {
  test('one that fails delays no other, and is not repeated', async () => {
    const { store, remove } = await openTestDatabase(database)
    closing.push(remove)
    const logged: unknown[] = []
    const carriedOut: string[] = []
    const parts = { store, now: () => new Date(), resetDelayMs: () => 0 }
    const requests = openResetRequests(
      { ...parts, log: ({ event, error }) => void logged.push([event, String(error)]) },
      async (_, { login }) => {
        if (login === 'Eve') throw new RangeError('Incorrect locale information provided')
        carriedOut.push(login)
      },
    )
    for (const login of ['Eve', 'Ann']) await requests.add({ login, address: '192.0.2.1' })
    await eventually(async () => carriedOut.length === 1)
    await requests.close()
    expect(carriedOut).toEqual(['Ann'])
    expect(logged).toEqual([['reset-mail-not-queued', 'RangeError: Incorrect locale information provided']])
    expect(await store.read(({ db }) => db.selectFrom('short_secret').select('kind').execute())).toEqual([])
  })
})
