import { DatabaseUnavailableError, followerPosition, type Store } from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../store/test/on-both.ts'
import { openFollower } from '../src/events/open-follower.ts'
import type { NumberedEvent } from '../src/events/subscriber.ts'
import { openLeases } from '../src/leases/open-leases.ts'
import { TIMINGS } from '../src/timings.ts'
import { DATABASES } from './test-server.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Follows events about tokens. `read` and `apply` are called with the number of each token, and can throw. */
async function followTokens(
  database: (typeof DATABASES)[number],
  {
    skipsFailing,
    read = () => undefined,
    apply = () => undefined,
  }: {
    readonly skipsFailing: boolean
    readonly read?: (token: number) => void
    readonly apply?: (token: number) => void
  },
) {
  const { store, remove } = await openTestDatabase(database)
  closing.push(remove)
  const logged: string[] = []
  const followed: number[] = []
  const log = ({ event }: { readonly event: string }) => void logged.push(event)
  const leases = openLeases({ store, log, timings: TIMINGS })
  closing.push(leases.close)
  const follower = openFollower<number>({
    name: 'tokens',
    store,
    log,
    leases,
    skipsFailing,
    async effectsOf(_, events) {
      const tokens = events.flatMap(tokenOf)
      for (const token of tokens) read(token)
      return tokens
    },
    async apply(_, tokens) {
      for (const token of tokens) apply(token)
      followed.push(...tokens)
    },
    ignores: new Set(),
    pauseMs: 1,
    pollMs: 1,
  })
  closing.push(follower.close)
  await follower.start()
  // It starts at the newest event.
  await expect.poll(() => store.read((r) => followerPosition(r, 'tokens'))).not.toBeNull()
  return { store, logged, followed }
}

function tokenOf(event: NumberedEvent): number[] {
  return event.kind === 'token.changed' ? [event.payload.tokenId] : []
}

async function change(store: Store, tokens: readonly number[]): Promise<void> {
  await store.write(async (w) => {
    for (const tokenId of tokens) w.emit({ kind: 'token.changed', projectId: null, payload: { tokenId } })
  })
}

describe.each(DATABASES)('a follower of events · %s', (database) => {
  test.each(['read', 'apply'])(
    'skips an event whose effects it can’t %s, and follows all others once',
    async (step) => {
      const failAtFive = (token: number) => {
        if (token === 5) throw new RangeError('Incorrect locale information provided')
      }
      const { store, logged, followed } = await followTokens(database, {
        skipsFailing: true,
        [step]: failAtFive,
      })
      await change(store, [1, 2, 3, 4, 5, 6, 7, 8])
      await expect.poll(() => followed).toEqual([1, 2, 3, 4, 6, 7, 8])
      expect(logged.filter((event) => event === 'event-skipped')).toEqual(['event-skipped'])
      await change(store, [9])
      await expect.poll(() => followed).toEqual([1, 2, 3, 4, 6, 7, 8, 9])
    },
  )

  test.each([
    ['the database does not answer', true, () => new DatabaseUnavailableError({})],
    ['it must not skip any', false, () => new Error('The storage for published files is away')],
  ])('skips nothing while %s', async (_, skipsFailing, failure) => {
    let failures = 0
    const { store, logged, followed } = await followTokens(database, {
      skipsFailing,
      read(token) {
        if (token !== 2 || failures === 20) return
        failures += 1
        throw failure()
      },
    })
    await change(store, [1, 2, 3])
    await expect.poll(() => followed).toEqual([1, 2, 3])
    expect(failures).toBe(20)
    expect(logged).not.toContain('event-skipped')
  })
})
