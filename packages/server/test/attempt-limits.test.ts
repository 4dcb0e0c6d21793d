import { Failure } from '@dragoman/contract'
import { afterEach, expect, test } from 'vitest'
import { onBoth, type TestDatabase } from '../../store/test/on-both.ts'
import { type AttemptLimits, limitAttempts } from '../src/areas/session/attempt-limits.ts'

onBoth('attempts', (open) => {
  let database: TestDatabase | null = null
  afterEach(() => database?.remove())

  /** Two processes on one database. */
  async function limits() {
    database = await open()
    const { store } = database
    let time = Date.parse('2026-01-01T00:00:00Z')
    const now = () => new Date(time)
    const processes: readonly AttemptLimits[] = [limitAttempts({ store, now }), limitAttempts({ store, now })]
    let asked = 0
    const begin: AttemptLimits['begin'] = (from) => {
      const one = processes[asked++ % 2]
      if (one === undefined) throw new Error('No such process')
      return one.begin(from)
    }
    const isAllowed = async (address: string, account = 'Ann') => {
      try {
        await begin({ address, account })
        return true
      } catch (error) {
        if (error instanceof Failure && error.code === 'too-many-requests') return false
        throw error
      }
    }
    const wait = (ms: number) => {
      time += ms
    }
    return { begin, isAllowed, wait }
  }

  test('ten from one address, then none for fifteen minutes', async () => {
    const { isAllowed, wait } = await limits()
    const all = await Promise.all(Array.from({ length: 12 }, () => isAllowed('10.0.0.1')))
    expect(all.filter(Boolean)).toHaveLength(10)
    wait(15 * 60 * 1000 + 1)
    expect(await isAllowed('10.0.0.1')).toBe(true)
  })

  test('an attack from elsewhere does not lock out the owner, even after two mistakes of their own', async () => {
    const { begin, isAllowed } = await limits()
    for (let host = 0; host < 50; host++) await isAllowed(`10.0.1.${host}`)
    for (let mistake = 0; mistake < 2; mistake++) expect(await isAllowed('10.0.0.9')).toBe(true)
    const right = await begin({ address: '10.0.0.9', account: 'Ann' })
    await right.withdraw()
    expect(await isAllowed('10.0.0.9')).toBe(true)
    expect(await isAllowed('10.0.0.9')).toBe(false)
  })

  test('an attack on one account lowers the limit only of addresses that fail on that account', async () => {
    const { isAllowed } = await limits()
    for (const account of ['Bob', 'Ben', 'Bea', 'Bob']) await isAllowed('10.0.0.9', account)
    for (let host = 0; host < 50; host++) await isAllowed(`10.0.1.${host}`)
    const allowed: boolean[] = []
    for (let attempt = 0; attempt < 4; attempt++) allowed.push(await isAllowed('10.0.0.9'))
    expect(allowed).toEqual([true, true, true, false])
    expect(await isAllowed('10.0.0.9', 'Bob')).toBe(true)
  })

  test('correct ones do not count', async () => {
    const { begin } = await limits()
    for (let count = 0; count < 30; count++)
      await (await begin({ address: '10.0.0.1', account: 'Ann' })).withdraw()
    await expect(begin({ address: '10.0.0.1', account: 'Ann' })).resolves.toBeDefined()
  })

  test('the addresses of one IPv6 network count as one', async () => {
    const { isAllowed } = await limits()
    for (let count = 0; count < 10; count++) expect(await isAllowed(`2001:db8:0:7::${count + 1}`)).toBe(true)
    expect(await isAllowed('2001:db8::7:aaaa:bbbb:cccc:dddd')).toBe(false)
    expect(await isAllowed('2001:db8:0:8::1', 'Bob')).toBe(true)
  })
})
