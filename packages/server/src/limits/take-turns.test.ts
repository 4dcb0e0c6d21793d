import { isFailure } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { takeTurns, WAITING_MAX } from './take-turns.ts'

test('a caller with all turns taken waits for the first that ends', async () => {
  const turns = takeTurns(2)
  const [first, second] = [await turns.take('account', 1), await turns.take('account', 1)]
  const started: number[] = []
  const third = turns.take('account', 1).then((turn) => ({ turn, at: started.push(3) }))
  const fourth = turns.take('account', 1).then((turn) => ({ turn, at: started.push(4) }))
  // Another person, and a token of the same number, have turns of their own.
  expect((await turns.take('account', 2)).hasWaited).toBe(false)
  expect((await turns.take('token', 1)).hasWaited).toBe(false)
  expect(started).toEqual([])
  first?.end()
  first?.end()
  expect((await third).turn.hasWaited).toBe(true)
  expect(started).toEqual([3])
  second?.end()
  await fourth
  expect(started).toEqual([3, 4])
})

test('a call above the number that can wait is refused', async () => {
  const turns = takeTurns(1)
  const first = await turns.take('address', '192.0.2.1')
  const waiting = Array.from({ length: WAITING_MAX }, () => turns.take('address', '192.0.2.1'))
  const refused = await turns.take('address', '192.0.2.1').catch((error: unknown) => error)
  expect(isFailure(refused, 'too-many-requests') && refused.params).toEqual({
    what: 'calls-at-once',
    retryAfterS: 2,
  })
  first.end()
  for (const turn of waiting) (await turn).end()
  await new Promise((resolve) => setImmediate(resolve))
  expect((await turns.take('address', '192.0.2.1')).hasWaited).toBe(false)
})

test('a client that leaves while it waits gives its place up', async () => {
  const turns = takeTurns(1)
  const first = await turns.take('account', 1)
  const leaving = new AbortController()
  const gone = turns.take('account', 1, leaving)
  const next = turns.take('account', 1)
  leaving.abort()
  await expect(gone).rejects.toMatchObject({ code: 'busy' })
  first.end()
  ;(await next).end()
  await new Promise((resolve) => setImmediate(resolve))
  expect((await turns.take('account', 1)).hasWaited).toBe(false)
})

test('short calls that had to wait start immediately until they took 200 ms, and then 3 times as far apart', async () => {
  expect(await pausesBetween({ calls: 24, eachTakesMs: 10 })).toEqual([...Array(21).fill(0), 20, 20, 20])
  expect(await pausesBetween({ calls: 14, eachTakesMs: 20 })).toEqual([...Array(11).fill(0), 40, 40, 40])
})

test('a page that loads is not slowed down: 20 calls of 10 ms', async () => {
  expect(await pausesBetween({ calls: 20, eachTakesMs: 10 })).toEqual(Array(20).fill(0))
})

test('long calls that had to wait are kept apart, but no more than a second', async () => {
  expect(await pausesBetween({ calls: 6, eachTakesMs: 100 })).toEqual([0, 0, 0, 200, 200, 200])
  expect(await pausesBetween({ calls: 5, eachTakesMs: 2000 })).toEqual([0, 0, 0, 0, 0])
})

test('without a limit no one waits', async () => {
  const turns = takeTurns(0)
  for (let call = 0; call < 100; call++) expect((await turns.take('account', 1)).hasWaited).toBe(false)
})

/** Returns the pauses that were requested before calls of one caller that arrived together, and run one by one. */
async function pausesBetween({ calls, eachTakesMs }: { calls: number; eachTakesMs: number }) {
  let nowMs = 1000
  const pauses: number[] = []
  const turns = takeTurns(1, {
    nowMs: () => nowMs,
    async sleep(ms) {
      pauses.push(ms)
      nowMs += ms
    },
  })
  const all = Array.from({ length: calls + 1 }, () => turns.take('account', 1))
  for (const turn of all) {
    const { end } = await turn
    nowMs += eachTakesMs
    end()
  }
  return pauses
}
