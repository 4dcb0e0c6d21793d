// Builds the product: the client with Vite, the program (server and command line) as one file with esbuild.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { build } from 'esbuild'
import { writeStamp } from './lib/build-stamp.mjs'

const root = path.resolve(import.meta.dirname, '..')

process.stderr.write('Building…\n')
const vite = spawnSync(
  process.execPath,
  [path.join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
  {
    cwd: path.join(root, 'packages/client'),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  },
)
if (vite.status !== 0) process.exit(1)

await build({
  // The thread for long work stands beside the program, which starts it by that name.
  entryPoints: {
    dragoman: path.join(root, 'packages/cli/src/main.ts'),
    worker: path.join(root, 'packages/server/src/workers/worker-main.ts'),
  },
  outdir: path.join(root, 'packages/cli/dist'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  conditions: ['source'],
  logLevel: 'warning',
  // A module that is also loaded by `import()` is set up by a call, which esbuild leaves out where the
  // package says that it has no side effects.
  ignoreAnnotations: true,
  plugins: [{ name: 'libraries-stay-outside', setup: keepLibrariesOutside }],
})
writeStamp(root)

/** Our own packages are TypeScript and bundled; everything from the registry is loaded as installed. */
function keepLibrariesOutside(builder) {
  builder.onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) => {
    if (kind === 'entry-point' || name.startsWith('@dragoman/') || path.isAbsolute(name)) return undefined
    return { path: name, external: true }
  })
}
