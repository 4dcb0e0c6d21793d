// Run as a separate process with --expose-gc, prints one line of JSON. `screen FORMAT BYTES EVERY`: the names
// of the slowest shapes. `measure FORMAT BYTES SHAPE`: the cost of one shape. `grow FORMAT BYTES SHAPE`: how many
// times longer it takes at four times that size.
import { formatById } from '@dragoman/formats'
import { hostileShapes } from '../../packages/formats/test/hostile/hostile-file.ts'
import { measureFile } from '../../packages/formats/test/hostile/measure-file.ts'
import { growthOf } from './growth.ts'

/** Archive formats. */
const PACKED: ReadonlySet<string> = new Set(['xlsx'])
/** Number of shapes per format that are measured at full size. */
const SLOWEST = 6

const [mode, id = '', size = '', rest = ''] = process.argv.slice(2)
const found = formatById(id)
if (found === null || globalThis.gc === undefined)
  throw new Error('Usage: node --expose-gc … screen|measure|grow FORMAT BYTES EVERY|SHAPE')
const format = found
const collect = globalThis.gc
const bytes = Number(size)
const shapes = hostileShapes(id)
console.log(JSON.stringify(await answer()))

async function answer(): Promise<unknown> {
  if (mode === 'screen') return screen(Number(rest))
  return mode === 'grow' ? grow(rest) : measure(rest)
}

/** Reads and edits every nth shape, and each with counted pieces, and returns the slowest names. */
function screen(every: number): readonly string[] {
  return shapes
    .filter(({ isCounted }, i) => isCounted || i % every === 0)
    .map(({ name, make }) => {
      const { read, edit, languages } = measureFile(format, make(bytes))
      return { name, seconds: Math.max(read, edit, languages) }
    })
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST)
    .map(({ name }) => name)
}

function grow(name: string): Promise<number> {
  const { make } = shapeNamed(name)
  return growthOf((size) => measureFile(format, make(size)), bytes)
}

function measure(name: string) {
  const file = shapeNamed(name).make(bytes)
  collect()
  const before = inUse()
  let peak = 0
  const { read, edit, languages, refused, entries } = measureFile(format, file, {
    onRead: () => (peak = inUse() - before),
  })
  peak = Math.max(peak, inUse() - before)
  return {
    seconds: Math.max(read, edit, languages),
    // The size of a packed file is that of its contents.
    memory: peak / Math.max(file.length, PACKED.has(id) ? bytes : 0),
    size: file.length,
    refused,
    entries,
  }
}

function shapeNamed(name: string) {
  const shape = shapes.find((one) => one.name === name)
  if (shape === undefined) throw new Error(`${id} has no shape ${name}`)
  return shape
}

function inUse(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
