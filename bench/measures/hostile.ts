import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ALL_FORMATS, type Format } from '@dragoman/formats'
import type { Figure } from '../figure.ts'
import { growthOfDetection, growthOfMessages, growthsOfEdits } from '../formats/growths.ts'
import type { Plan } from '../plan.ts'

/** The size of files at which slowness becomes a problem. */
const BYTES = 8_000_000
/** All shapes are read at this size; the slowest of them at full size. */
const SCREENED_BYTES = 200_000
/** The slowest shapes are compared at this size and at four times it. */
const COMPARED_BYTES = 200_000
const GIVEN_UP_MS = 120_000
/** The reported growth of a shape that timed out; no growth is larger. */
const GIVEN_UP_GROWTH = 100

type Cost = {
  readonly shape: string
  readonly seconds: number
  readonly memory: number
  readonly size: number
  readonly refused: string | null
}

/**
 * Malicious files: for each format, the longest time and the most memory of any shape at 8 MB, and how the cost of
 * the slowest shapes grows with their size, which does not depend on the machine.
 */
export async function measureHostile({ isQuick }: Plan): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const format of ALL_FORMATS) {
    const shapes = slowestShapes(format, isQuick ? 41 : 1)
    const costs = shapes.map((shape) => costOf(format, shape))
    const grown = shapes
      .map((shape) => ({ shape, growth: growthOfShape(format, shape) }))
      .reduce((one, other) => (other.growth > one.growth ? other : one))
    const slowest = costs.reduce((one, other) => (other.seconds > one.seconds ? other : one))
    const largest = costs.reduce((one, other) => (other.memory > one.memory ? other : one))
    console.log(
      `${format.id}: ${slowest.seconds.toFixed(2)} s (${slowest.shape}), ${largest.memory.toFixed(1)} × (${largest.shape})`,
    )
    figures.push(
      { name: `hostile: ${format.id} time`, value: slowest.seconds, unit: 's', note: noteOf(slowest) },
      {
        name: `hostile: ${format.id} memory, times the file`,
        value: largest.memory,
        unit: '×',
        note: noteOf(largest),
      },
      {
        name: `hostile: ${format.id} growth`,
        value: grown.growth,
        unit: 'times for four times the size',
        note: grown.shape,
      },
    )
  }
  return [...figures, ...(await growthsOfEdits()), await growthOfMessages(), await growthOfDetection()]
}

function noteOf({ shape, size, refused }: Cost): string {
  return `${shape}, ${(size / 1e6).toFixed(1)} MB${refused === null ? '' : `, ${refused}`}`
}

function slowestShapes({ id }: Format, every: number): readonly string[] {
  return run('screen', id, SCREENED_BYTES, String(every)) as readonly string[]
}

function costOf({ id }: Format, shape: string): Cost {
  const cost = run('measure', id, BYTES, shape) as Omit<Cost, 'shape'> | null
  // A shape that timed out after two minutes is reported as two minutes.
  return cost === null
    ? { shape, seconds: GIVEN_UP_MS / 1000, memory: 0, size: BYTES, refused: 'given up' }
    : { shape, ...cost }
}

function growthOfShape({ id }: Format, shape: string): number {
  return (run('grow', id, COMPARED_BYTES, shape) as number | null) ?? GIVEN_UP_GROWTH
}

/** Returns the output of the process, or null if a single file timed out. */
function run(mode: 'screen' | 'measure' | 'grow', format: string, bytes: number, rest: string): unknown {
  const script = path.join(import.meta.dirname, '../formats/cost-of-hostile.ts')
  // A small young generation; otherwise V8 keeps dozens of megabytes of garbage regardless of the file size.
  const flags = ['--expose-gc', '--max-semi-space-size=1', '--import', 'tsx']
  const limit = mode === 'screen' ? {} : { timeout: GIVEN_UP_MS }
  const { status, stdout, stderr, signal } = spawnSync(
    process.execPath,
    [...flags, script, mode, format, String(bytes), rest],
    {
      encoding: 'utf8',
      ...limit,
    },
  )
  if (signal === 'SIGTERM') return null
  if (status !== 0) throw new Error(`The hostile files of ${format} could not be measured: ${stderr}`)
  return JSON.parse(stdout)
}
