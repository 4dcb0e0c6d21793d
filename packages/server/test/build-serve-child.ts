import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type PluginBuild } from 'esbuild'

/**
 * Bundles the server of `serve-child.ts`, because a start from source takes longer than all that is tested with
 * it. `name` keeps tests that run beside each other apart. Answers the file to start.
 */
export async function buildServeChild(name: string): Promise<string> {
  const file = fileURLToPath(
    new URL(`../../../node_modules/.cache/dragoman-test/${name}/serve-child.js`, import.meta.url),
  )
  await build({
    entryPoints: {
      'serve-child': fileURLToPath(new URL('./serve-child.ts', import.meta.url)),
      worker: fileURLToPath(new URL('../src/workers/worker-main.ts', import.meta.url)),
    },
    outdir: dirname(file),
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
    plugins: [{ name: 'libraries-stay-outside', setup: keepLibrariesOutside }],
  })
  return file
}

function keepLibrariesOutside(builder: PluginBuild): void {
  builder.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
    kind === 'entry-point' || path.startsWith('@dragoman/') ? undefined : { path, external: true },
  )
}
