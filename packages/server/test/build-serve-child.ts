import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { threadId } from 'node:worker_threads'
import { build, type PluginBuild } from 'esbuild'

const ROOT = resolve(import.meta.dirname, '../../..')
const CACHE = join(ROOT, 'node_modules/.cache/dragoman-test')
/** Everything that is bundled is in one of these. */
const SOURCES = ['cli', 'contract', 'core', 'formats', 'server', 'store'].map(
  (name) => `packages/${name}/src`,
)
const KEPT_MS = 60 * 60_000

/**
 * Bundles the program `serve-child.ts`, or another `entry` in its folder, because a start from source takes
 * longer than everything the tests do with it. Returns the file to start.
 */
export async function buildServeChild(
  entry: 'serve-child' | 'machine-child' = 'serve-child',
): Promise<string> {
  const folder = await bundleOnce('server', {
    'serve-child': join(import.meta.dirname, 'serve-child.ts'),
    'machine-child': join(import.meta.dirname, 'machine-child.ts'),
    worker: join(ROOT, 'packages/server/src/workers/worker-main.ts'),
  })
  return join(folder, `${entry}.js`)
}

/**
 * Bundles programs, by their names in the result, without their libraries: once for each state of the sources,
 * whichever test of whichever process needs them first. `addFiles` adds what a program expects next to it.
 * Returns the folder, which is below `node_modules`.
 */
export async function bundleOnce(
  name: string,
  entryPoints: Readonly<Record<string, string>>,
  addFiles: (folder: string) => Promise<void> = async () => {},
): Promise<string> {
  const folder = join(CACHE, `${name}-${await stateOfSources()}`)
  if (existsSync(folder)) return folder
  const own = join(CACHE, `${name}-new-${process.pid}-${threadId}`)
  await rm(own, { recursive: true, force: true })
  await build({
    entryPoints,
    outdir: own,
    bundle: true,
    platform: 'node',
    format: 'esm',
    plugins: [{ name: 'libraries-stay-outside', setup: keepLibrariesOutside }],
  })
  await addFiles(own)
  await rename(own, folder).catch(async (error: unknown) => {
    // Another process was faster.
    if (!existsSync(folder)) throw error
    await rm(own, { recursive: true, force: true })
  })
  await removeOld(name, folder)
  return folder
}

function keepLibrariesOutside(builder: PluginBuild): void {
  builder.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
    kind === 'entry-point' || path.startsWith('@dragoman/') ? undefined : { path, external: true },
  )
}

/** Changes whenever a source file is added, removed or written. */
async function stateOfSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of [...SOURCES, 'packages/server/test', 'packages/cli/test/examples']) {
    const found = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })
    const files = found.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
    for (const file of files.sort()) {
      const { size, mtimeMs } = await stat(file)
      hash.update(`${file} ${size} ${mtimeMs}\n`)
    }
  }
  return hash.digest('hex').slice(0, 16)
}

/** Removes bundles of earlier sources, which no running test uses any more. */
async function removeOld(name: string, current: string): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  for (const entry of await readdir(CACHE)) {
    const folder = join(CACHE, entry)
    if (!entry.startsWith(`${name}-`) || folder === current) continue
    const isOld = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs < Date.now() - KEPT_MS,
      () => false, // another process has removed it
    )
    if (isOld) await rm(folder, { recursive: true, force: true })
  }
}
