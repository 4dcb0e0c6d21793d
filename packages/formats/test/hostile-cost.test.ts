import { describe, expect, test } from 'vitest'
import { ALL_FORMATS, type Format } from '../src/index.ts'
import { type HostileShape, hostileShapes } from './hostile/hostile-file.ts'
import { measureFile } from './hostile/measure-file.ts'

// The cost of a file grows with its size and not with the square of it, whatever is in it.

const SMALL = 3_000
const LARGE = 4 * SMALL
/**
 * What this or less takes is no matter at any growth: a square would be seconds at a megabyte, and be seen
 * here.
 */
const QUICK = 0.15
/**
 * Four times the size: 4 where cost grows with the size, 16 with its square. Other work on the machine is in
 * the times too.
 */
const MOST_GROWTH = 10
/** Every so many shapes of each format, by turns over the formats; all pieces that count. */
const EVERY = 17

describe('files that are meant to harm cost no more than their size', () => {
  test.each(ALL_FORMATS.map((format, i) => [format.id, format, i] as const))(
    '%s',
    (_, format, turn) => {
      const shapes = hostileShapes(format.id).filter(
        ({ isCounted }, i) => isCounted || i % EVERY === turn % EVERY,
      )
      expect(shapes.length).toBeGreaterThan(15)
      const grown = shapes.filter((shape) => growsTooFast(format, shape))
      expect(grown.map(({ name }) => name)).toEqual([])
    },
    300_000,
  )
})

function growsTooFast(format: Format, shape: HostileShape): boolean {
  const scale = shape.isCounted ? 2 : 1
  for (let attempt = 0; attempt < 3; attempt++) {
    const large = costOf(format, shape.make(LARGE * scale))
    if (large < QUICK * scale || large < MOST_GROWTH * costOf(format, shape.make(SMALL * scale))) return false
  }
  return true
}

function costOf(format: Format, bytes: Uint8Array): number {
  const { read, edit, languages } = measureFile(format, bytes)
  return Math.max(read, edit, languages)
}
