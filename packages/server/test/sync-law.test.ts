import { describe, expect, test } from 'vitest'
import { walk } from './sync-walk.ts'
import { DATABASES } from './test-server.ts'

/** 1073: a program has seen neither of two writes of one text. */
const SEEDS = [1, 2, 3, 4, 1073]
const STEPS = 40

describe.each(DATABASES)('people save, programs edit, the process ends anywhere: on %s', (kind) => {
  test.each(SEEDS)('no false conflict, nothing lost, file and catalog agree (seed %i)', async (seed) => {
    const figures = await walk(seed, kind, STEPS)
    expect(figures.ends).toBeGreaterThan(0)
  })
})
