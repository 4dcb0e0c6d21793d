import { openStore, type Store } from '@dragoman/store'
import { expect, onTestFinished, test } from 'vitest'
import { WAIT_DEADLINE_MS } from '../../../scripts/lib/deadlines.ts'
import { openTestDatabase } from '../../store/test/on-both.ts'
import { openLeases } from '../src/leases/open-leases.ts'
import { TIMINGS } from '../src/timings.ts'

const isPostgres = Boolean(process.env.TEST_POSTGRES_URL)
const WAIT = { timeout: WAIT_DEADLINE_MS }
const QUICK = { ...TIMINGS, leaseMs: 1_000, leasePollMs: 50 }

test.skipIf(!isPostgres)(
  'a lease whose release failed expires, and another process can take it',
  async () => {
    const { first, second } = await openTwo()
    let isFailing = false
    const store: Store = {
      ...first,
      write: (job, by) => (isFailing ? Promise.reject(new Error('no answer')) : first.write(job, by)),
    }
    const own = open(store)
    expect([await own.take('kept'), await own.take('released')]).toEqual([true, true])
    own.start({ onLook: async () => {}, onLost: async () => {} })
    isFailing = true
    await expect(own.release('released')).rejects.toThrow('no answer')
    isFailing = false
    const other = open(second)
    await expect.poll(() => other.take('released'), WAIT).toBe(true)
  },
)

/** Opens two stores on one PostgreSQL, as two processes do. */
async function openTwo() {
  const { config, store, remove } = await openTestDatabase('postgres')
  onTestFinished(remove)
  const second = await openStore(config)
  onTestFinished(() => second.close())
  return { first: store, second }
}

function open(store: Store) {
  const leases = openLeases({ store, log: () => undefined, timings: QUICK })
  onTestFinished(leases.close)
  return leases
}
