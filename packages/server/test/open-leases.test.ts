import { LeaseLostError, openStore, type Store } from '@dragoman/store'
import { expect, onTestFinished, test } from 'vitest'
import { WAIT_DEADLINE_MS } from '../../../scripts/lib/deadlines.ts'
import { openTestDatabase } from '../../store/test/on-both.ts'
import { type Leases, openLeases } from '../src/leases/open-leases.ts'
import { TIMINGS, type Timings } from '../src/timings.ts'

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

test.skipIf(!isPostgres)('a slow write that requires a lease prevents no renewal', async () => {
  const { first, second } = await openTwo()
  const own = open(first)
  expect([await own.take('slow'), await own.take('quick')]).toEqual([true, true])
  const expiresMs = await untilMs(first, 'quick')
  await startWrite(own, 'slow')
  own.start({ onLook: async () => {}, onLost: async () => {} })
  for (const name of ['slow', 'quick'])
    await expect.poll(() => untilMs(first, name), WAIT).toBeGreaterThan(expiresMs + QUICK.leaseMs)
  expect(await open(second).take('slow')).toBe(false)
})

test.skipIf(!isPostgres)(
  'an expired lease is not taken, nor waited for, while a write requires it',
  async () => {
    const { first, second } = await openTwo()
    const own = open(first, { leaseMs: 0 })
    await own.take('slow')
    const endWrite = await startWrite(own, 'slow')
    const other = open(second)
    expect(await other.take('slow')).toBe(false)
    await endWrite()
    expect(await other.take('slow')).toBe(true)
    await expect(own.fence('slow').write(async () => {})).rejects.toBeInstanceOf(LeaseLostError)
  },
)

test.skipIf(!isPostgres)('stopping and starting work prevents no renewal', async () => {
  const { first } = await openTwo()
  const own = open(first)
  expect([await own.take('lost'), await own.take('kept')]).toEqual([true, true])
  const expiresMs = await untilMs(first, 'kept')
  const { gate, open: endWork } = openGate()
  onTestFinished(endWork)
  const lost: string[] = []
  own.start({
    onLook: () => gate,
    onLost: async (name) => {
      lost.push(name)
      await gate
    },
  })
  await first.write(({ db }) =>
    db.updateTable('lease').set({ holder: 'other' }).where('name', '=', 'lost').execute(),
  )
  await expect.poll(() => lost, WAIT).toEqual(['lost'])
  await expect.poll(() => untilMs(first, 'kept'), WAIT).toBeGreaterThan(expiresMs + QUICK.leaseMs)
})

async function untilMs(store: Store, name: string): Promise<number> {
  const row = await store.read(({ db }) =>
    db.selectFrom('lease').select('until_ms').where('name', '=', name).executeTakeFirst(),
  )
  return row?.until_ms ?? 0
}

/** Starts a write that requires a lease. Returns a function that ends it. */
async function startWrite(leases: Leases, name: string): Promise<() => Promise<void>> {
  const { gate: required, open: noteRequired } = openGate()
  const { gate, open: end } = openGate()
  const write = leases.fence(name).write(async () => {
    noteRequired()
    await gate
  })
  const endWrite = () => {
    end()
    return write
  }
  onTestFinished(endWrite)
  await required
  return endWrite
}

/** Returns a promise that resolves once it is opened. */
function openGate() {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  return { gate, open }
}

/** Opens two stores on one PostgreSQL, as two processes do. */
async function openTwo() {
  const { config, store, remove } = await openTestDatabase('postgres')
  onTestFinished(remove)
  const second = await openStore(config)
  onTestFinished(() => second.close())
  return { first: store, second }
}

function open(store: Store, timings: Partial<Timings> = {}) {
  const leases = openLeases({ store, log: () => undefined, timings: { ...QUICK, ...timings } })
  onTestFinished(leases.close)
  return leases
}
