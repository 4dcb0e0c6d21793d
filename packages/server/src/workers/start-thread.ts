import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/**
 * A thread that runs `worker-main.ts`: beside the built program it is `worker.js`, from source it is built
 * when it is first needed.
 */
export function startThread(heapMb: number): Worker {
  const isSource = import.meta.url.endsWith('.ts')
  const entry = isSource ? fromSource() : new URL('./worker.js', import.meta.url)
  return new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: heapMb } })
}

let built: string | null = null

type Builder = { readonly buildSync: (options: Readonly<Record<string, unknown>>) => unknown }

/**
 * Far quicker than a loader that compiles each module by itself, which every test with a server would wait
 * for.
 */
function fromSource(): string {
  if (built !== null) return built
  // development only, as the sources are
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
    conditions: ['source'],
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
