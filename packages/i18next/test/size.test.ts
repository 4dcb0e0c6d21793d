import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

/**
 * Returns the compressed size of an entry, and of the code it loads on demand, with the texts of the largest
 * language.
 */
async function bytesOf(entry: string): Promise<{ readonly entry: number; readonly onDemand: number }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(import.meta.dirname, '../src', `${entry}.ts`)],
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    outdir: 'out',
    format: 'esm',
    platform: 'browser',
    target: 'es2020',
    charset: 'utf8',
  })
  const sizes = outputFiles.map(({ path, contents }) => ({
    isEntry: path.endsWith(`/${entry}.js`),
    isWords: /\/words\/\w+\.ts$/.test(metafile.outputs[relative(process.cwd(), path)]?.entryPoint ?? ''),
    bytes: gzipSync(contents, { level: 9 }).byteLength,
  }))
  const words = sizes.filter(({ isWords }) => isWords).map(({ bytes }) => bytes)
  const sum = (ofEntry: boolean) =>
    sizes
      .filter(({ isEntry, isWords }) => isEntry === ofEntry && !isWords)
      .reduce((total, { bytes }) => total + bytes, 0)
  return { entry: sum(true), onDemand: sum(false) + Math.max(0, ...words) }
}

test('live updates add at most 2 kB to an app', async () => {
  const { entry, onDemand } = await bytesOf('index')
  expect(entry).toBeGreaterThan(500)
  expect(entry).toBeLessThanOrEqual(2048)
  expect(onDemand).toBe(0)
})

test('editing adds at most 0.4 kB before it is used, and 15 kB then', async () => {
  const { entry, onDemand } = await bytesOf('edit')
  expect(entry).toBeLessThanOrEqual(0.4 * 1024)
  expect(onDemand).toBeGreaterThan(5000)
  expect(entry + onDemand).toBeLessThanOrEqual(15 * 1024)
})

test('reporting used keys adds at most 1.1 kB, and nothing to live updates', async () => {
  const { entry, onDemand } = await bytesOf('report')
  expect(entry).toBeGreaterThan(300)
  expect(entry).toBeLessThanOrEqual(1.1 * 1024)
  expect(onDemand).toBe(0)
})
