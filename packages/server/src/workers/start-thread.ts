import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/**
 * Short-lived objects of a thread, in MB: as much as Node.js 20 allows. Node.js 24 allows four times as much, which
 * each thread keeps until it ends.
 */
const YOUNG_MB = 48

/**
 * Starts a thread with `worker-main.ts`: next to the built program it is `worker.js`; from source it is built
 * at first use.
 */
export function startThread(heapMb: number): Worker {
  const isSource = import.meta.url.endsWith('.ts')
  const entry = isSource ? fromSource() : new URL('./worker.js', import.meta.url)
  return new Worker(entry, {
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
  })
}

let built: string | null = null

type Builder = { readonly buildSync: (options: Readonly<Record<string, unknown>>) => unknown }

/**
 * Builds the thread from source, which is much faster than a loader that compiles each module separately;
 * every test with a server would wait for that.
 */
function fromSource(): string {
  if (built !== null) return built
  // development only, like the sources
  const { buildSync } = createRequire(import.meta.url)('esbuild') as Builder
  const outfile = fileURLToPath(
    new URL(
      `../../../../node_modules/.cache/dragoman-worker/${process.pid}-${Date.now()}.mjs`,
      import.meta.url,
    ),
  )
  buildSync({
    entryPoints: [fileURLToPath(new URL('./worker-main.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['kysely', 'pg', 'zod', 'fflate', 'esbuild'],
    packages: 'bundle',
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    logLevel: 'warning',
  })
  built = outfile
  return outfile
}
