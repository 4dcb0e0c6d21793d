import { describe, expect, test } from 'vitest'
import { walk } from './sync-walk.ts'
import { DATABASES } from './test-server.ts'

/**
 * By hand, for a long time: `DRAGOMAN_LAW_MINUTES=10 npx vitest run packages/server/test/sync-law.heavy.test.ts`,
 * minutes for each database.
 */
const MINUTES = Number(process.env.DRAGOMAN_LAW_MINUTES ?? 0)
const STEPS = 40

describe.each(DATABASES)('people save, programs edit, the process ends anywhere: on %s', (kind) => {
  test('no false conflict, nothing lost, file and catalog agree, with more seeds', {
    timeout: (MINUTES + 5) * 60_000,
  }, async () => {
    const total = { walks: 0, steps: 0, saves: 0, edits: 0, ends: 0, conflicts: 0 }
    const until = Date.now() + MINUTES * 60_000
    for (let seed = 1000; seed < 1010 || Date.now() < until; seed++) {
      const figures = await walk(seed, kind, STEPS).catch((error: unknown) => {
        throw new Error(`seed ${seed}`, { cause: error })
      })
      total.walks += 1
      for (const name of ['steps', 'saves', 'edits', 'ends', 'conflicts'] as const)
        total[name] += figures[name]
    }
    process.stdout.write(`Law of folders on ${kind}: ${JSON.stringify(total)}\n`)
    expect(total.ends).toBeGreaterThan(0)
  })
})
