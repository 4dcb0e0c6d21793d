import { defineConfig } from 'vitest/config'
import { TEST_DEADLINE_MS, WAIT_DEADLINE_MS } from './scripts/lib/deadlines.ts'
import { SlowestFirst } from './scripts/lib/slowest-first.ts'

/**
 * Unit tests. The name of a file decides where it runs (CONTRIBUTING.md, "Tests"):
 *   x.test.ts          in the gate and in `npm run test:all`
 *   x.heavy.test.ts    in `npm run test:all` only
 *   x.dom.test.tsx     in the gate, with a document, and with nothing shared between files
 *   x.dom.heavy.test.tsx   the same, in `npm run test:all` only
 * Without `npm test` (`npx vitest run FILE`) every file can run.
 */
const isGate = process.env.DRAGOMAN_TEST_TIER === 'gate'
const all = ['packages/*/src', 'packages/*/test', 'scripts', 'bench']
/**
 * Tests that start hundreds of processes. Starting a process copies the page tables of the one that starts it, which
 * took more time than everything else as long as these files shared a process of 2 GB with all others.
 */
const processes = ['**/git/**/*.test.ts', '**/forges/**/*.test.ts', 'packages/cli/**/*.test.ts']
const heavy = '**/*.heavy.test.*'
/** Where the projects below share what they have transformed; `npm test` creates it for one run. */
const transformed = process.env.DRAGOMAN_TRANSFORMED_MODULES
const excluded = ['**/node_modules/**', ...(isGate ? [heavy] : [])]

// Our packages run from source: their exports name it.
export default defineConfig({
  test: {
    pool: 'threads',
    maxWorkers: 2,
    experimental: transformed === undefined ? {} : { fsModuleCache: true, fsModuleCachePath: transformed },
    testTimeout: TEST_DEADLINE_MS,
    hookTimeout: TEST_DEADLINE_MS,
    expect: { poll: { timeout: WAIT_DEADLINE_MS } },
    setupFiles: ['scripts/lib/law-seed.ts', 'scripts/lib/wait-for.ts'],
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'heavy',
          include: all.map((folder) => `${folder}/**/*.heavy.test.ts`),
          exclude: excluded,
          // A process each: they use much memory.
          pool: 'forks',
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: processes,
          exclude: [...excluded, heavy],
          pool: 'forks',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: all.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
          exclude: [...excluded, '**/*.dom.*', heavy, ...processes],
          // Most of a short file's time goes into loading what it tests: files of one worker share it.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: all.map((folder) => `${folder}/**/*.dom.{test,heavy.test}.{ts,tsx}`),
          exclude: excluded,
          environment: 'happy-dom',
          // The React that users get. That for development takes a fifth more of the time of these tests.
          env: { NODE_ENV: 'production' },
        },
        oxc: { jsx: { runtime: 'automatic', development: false } },
      },
    ],
  },
})
