import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type PluginBuild } from 'esbuild'

/**
 * Bundles the program `serve-child.ts`, or another `entry` in its folder, because a start from source takes
 * longer than everything the tests do with it. `name` separates tests that run concurrently. Returns the file
 * to start.
 */
export async function buildServeChild(name: string, entry = 'serve-child'): Promise<string> {
  const file = fileURLToPath(
    new URL(`../../../node_modules/.cache/dragoman-test/${name}/${entry}.js`, import.meta.url),
  )
  await bundleProgram(dirname(file), {
    [entry]: fileURLToPath(new URL(`./${entry}.ts`, import.meta.url)),
    worker: fileURLToPath(new URL('../src/workers/worker-main.ts', import.meta.url)),
  })
  return file
}

/** Bundles programs into a folder below `node_modules`, by their names there, without their libraries. */
export async function bundleProgram(
  folder: string,
  entryPoints: Readonly<Record<string, string>>,
): Promise<void> {
  await build({
    entryPoints,
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
    plugins: [{ name: 'libraries-stay-outside', setup: keepLibrariesOutside }],
  })
}

function keepLibrariesOutside(builder: PluginBuild): void {
  builder.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
    kind === 'entry-point' || path.startsWith('@dragoman/') ? undefined : { path, external: true },
  )
}
