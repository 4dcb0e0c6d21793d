import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Figure } from '../figure.ts'

const DIST = path.resolve(import.meta.dirname, '../../packages/client/dist')

/**
 * The size of a first visit: the scripts of index.html and all their static imports; and of all scripts
 * together.
 */
export async function measureSize(): Promise<readonly Figure[]> {
  const page = readFileSync(path.join(DIST, 'index.html'), 'utf8')
  const initial = new Set<string>()
  for (const match of page.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="\/?([^"]+\.js)"[^>]*>/g))
    addWithImports(initial, match[1] ?? '')
  const all = readdirSync(path.join(DIST, 'assets')).filter((name) => name.endsWith('.js'))
  return [
    {
      name: 'size: initial JavaScript',
      value: kilobytes(initial, gzip),
      unit: 'kB',
      note: `gzip, ${initial.size} files`,
    },
    { name: 'size: initial JavaScript, Brotli', value: kilobytes(initial, brotliCompressSync), unit: 'kB' },
    {
      name: 'size: all JavaScript',
      value: kilobytes(new Set(all.map((name) => `assets/${name}`)), gzip),
      unit: 'kB',
      note: `gzip, ${all.length} files`,
    },
  ]
}

function addWithImports(found: Set<string>, file: string): void {
  if (found.has(file)) return
  found.add(file)
  const code = readFileSync(path.join(DIST, file), 'utf8')
  for (const match of code.matchAll(/(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+\.js)["']/g)) {
    addWithImports(found, path.posix.join(path.posix.dirname(file), match[1] ?? ''))
  }
}

function gzip(bytes: Buffer): Buffer {
  return gzipSync(bytes, { level: 9 })
}

function kilobytes(files: ReadonlySet<string>, compress: (bytes: Buffer) => Buffer): number {
  let sum = 0
  for (const file of files) sum += compress(readFileSync(path.join(DIST, file))).length
  return sum / 1000
}
