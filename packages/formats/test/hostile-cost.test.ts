import { describe, expect, test } from 'vitest'
import { ALL_FORMATS, type Format } from '../src/index.ts'
import { type HostileShape, hostileShapes } from './hostile/hostile-file.ts'
import { measureFile } from './hostile/measure-file.ts'

// The cost of a file grows linearly with its size, not quadratically, whatever its content.

const SMALL = 3_000
const LARGE = 4 * SMALL
/**
 * Times up to this are ignored, whatever their growth: quadratic time would be seconds at a megabyte, and be
 * noticed here.
 */
const QUICK = 0.15
/**
 * Four times the size: linear cost grows by 4, quadratic cost by 16. The times include other work on the
 * machine.
 */
const MOST_GROWTH = 10
/**
 * One in this many shapes of each format, a different one for each format; and all shapes of counted pieces.
 */
const EVERY = 17

describe('the cost of malicious files is proportional to their size', () => {
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
