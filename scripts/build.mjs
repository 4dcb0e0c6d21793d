// Builds the product: the client with Vite, the program (server and command line) with esbuild into a bundle
// that only depends on native packages, and the package for apps.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { buildI18nextPackage } from './lib/build-i18next.mjs'
import { writeStamp } from './lib/build-stamp.mjs'
import { writeNotices } from './lib/collect-licences.mjs'
import { compressFiles } from './lib/compress-files.mjs'

const root = path.resolve(import.meta.dirname, '..')
const out = path.join(root, 'packages/cli/dist')

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
await compressFiles(path.join(root, 'packages/client/dist'))

rmSync(out, { recursive: true, force: true })
await build({
  // The worker thread for long jobs is a file next to the program, which starts it by that name.
  entryPoints: {
    dragoman: path.join(root, 'packages/cli/src/main.ts'),
    worker: path.join(root, 'packages/server/src/workers/worker-main.ts'),
  },
  outdir: out,
  bundle: true,
  // Dynamic imports stay separate files; shared code is included once.
  splitting: true,
  platform: 'node',
  // Prefers ES modules over CommonJS if a library has both, because they preserve names in an `import()`.
  mainFields: ['module', 'main'],
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
  // Native code, and an optional dependency of `pg`.
  external: ['@node-rs/argon2', 'pg-native'],
  // CommonJS libraries load Node.js modules with `require`.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
})
await buildI18nextPackage(root)
writeNotices(root)
writeStamp(root)
