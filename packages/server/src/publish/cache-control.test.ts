import { expect, test } from 'vitest'
import { cachedForMs, stableCacheControl } from './cache-control.ts'

const MAX_TIMER_MS = 2 ** 31 - 1

test.each([
  [{ cacheSeconds: 0, staleSeconds: 0 }, []],
  [{ cacheSeconds: 60, staleSeconds: 0 }, [61_000]],
  [{ cacheSeconds: 60, staleSeconds: 600 }, [61_000, 63_000]],
  [{ cacheSeconds: 0, staleSeconds: 600 }, [1000, 3000]],
])('after a change, caches have the new file when they have expired: %o', (settings, times) => {
  expect(cachedForMs(stableCacheControl(settings))).toEqual(times)
})

test('the longest time of a channel, and some more, is one that a timer can wait', () => {
  const [expired = 0] = cachedForMs(stableCacheControl({ cacheSeconds: 86_400, staleSeconds: 0 }))
  expect(expired * 1.1).toBeLessThan(MAX_TIMER_MS)
  expect(cachedForMs('no-cache')).toEqual([])
})
