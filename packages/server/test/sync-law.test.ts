import { describe, expect, test } from 'vitest'
import { walk } from './sync-walk.ts'
import { DATABASES } from './test-server.ts'

/**
 * By hand, for a long time: `DRAGOMAN_LAW_MINUTES=10 npx vitest run packages/server/test/sync-law.test.ts`,
 * minutes for each database.
 */
const MINUTES = Number(process.env.DRAGOMAN_LAW_MINUTES ?? 0)
/** 1073: a program has seen neither of two writes of one text. */
const SEEDS = [1, 2, 3, 4, 1073]
const STEPS = 40

describe.each(DATABASES)('people save, programs edit, the process ends anywhere: on %s', (kind) => {
  test.each(SEEDS)(
    'no false conflict, nothing lost, file and catalog agree (seed %i)',
    { timeout: 120_000 },
    async (seed) => {
      const figures = await walk(seed, kind, STEPS)
      expect(figures.ends).toBeGreaterThan(0)
    },
  )

  test.runIf(MINUTES > 0)(
    `the same for ${MINUTES} minutes with other seeds`,
    { timeout: (MINUTES + 5) * 60_000 },
    async () => {
      const total = { walks: 0, steps: 0, saves: 0, edits: 0, ends: 0, conflicts: 0 }
      const until = Date.now() + MINUTES * 60_000
      for (let seed = 1000; Date.now() < until; seed++) {
        const figures = await walk(seed, kind, STEPS).catch((error: unknown) => {
          throw new Error(`seed ${seed}`, { cause: error })
        })
        total.walks += 1
        for (const name of ['steps', 'saves', 'edits', 'ends', 'conflicts'] as const)
          total[name] += figures[name]
      }
      process.stdout.write(`Law of folders on ${kind}: ${JSON.stringify(total)}\n`)
      expect(total.walks).toBeGreaterThan(0)
    },
  )
})
