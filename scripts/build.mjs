// Builds the product: the client with Vite, the program (server and command line) with esbuild, so that it needs
// no package beside it but those of native code.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { writeStamp } from './lib/build-stamp.mjs'

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

rmSync(out, { recursive: true, force: true })
await build({
  // The thread for long work stands beside the program, which starts it by that name.
  entryPoints: {
    dragoman: path.join(root, 'packages/cli/src/main.ts'),
    worker: path.join(root, 'packages/server/src/workers/worker-main.ts'),
  },
  outdir: out,
  bundle: true,
  // What is loaded by `import()` stays a file of its own; what both programs use is there once.
  splitting: true,
  platform: 'node',
  // Of a library that is there in both kinds, what is not CommonJS: that keeps its names in an `import()`.
  mainFields: ['module', 'main'],
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  conditions: ['source'],
  logLevel: 'warning',
  // Native code, and what `pg` looks for and does without.
  external: ['@node-rs/argon2', 'pg-native'],
  // Libraries that are CommonJS ask for the modules of Node.js by `require`.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
})
writeStamp(root)
