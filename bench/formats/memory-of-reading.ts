// Run as a separate process with --expose-gc: prints how much reading one file and writing one edit adds to
// the heap, as a line of JSON.
import { readFileSync } from 'node:fs'
import { formatById } from '@dragoman/formats'
import { GENERATED_VIEW } from './generated-file.ts'

const [id, path] = process.argv.slice(2)
const format = formatById(id ?? '')
if (format === null || path === undefined || globalThis.gc === undefined)
  throw new Error('Usage: node --expose-gc … FORMAT FILE')
const bytes = new Uint8Array(readFileSync(path))
// Warms up, so that compiled code and static tables do not count.
format.read(bytes, GENERATED_VIEW)
globalThis.gc()
const before = inUse()
const document = format.read(bytes, GENERATED_VIEW)
const afterRead = inUse()
const name = [...document.entries.keys()][document.entries.size >> 1] ?? ''
const edited = format.edit(document, [{ kind: 'set', name, text: 'Nowy tekst' }])
const afterEdit = inUse()
globalThis.gc()
// Still referenced here, so that they count as retained.
if (document.text.length === 0 || edited.length === 0) throw new Error('Nothing was read.')
console.log(JSON.stringify({ peak: Math.max(afterRead, afterEdit) - before, kept: inUse() - before }))

function inUse(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
