import { defineConfig } from 'vitest/config'
import { RETRY_OF_SLOW } from './scripts/lib/slow-machine.ts'

// Packages of the house run from source by the default of their exports. The condition `source` is not set: it
// would break react-aria, which names files by it that it does not ship.
export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.{ts,tsx}',
      'packages/*/test/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
    ],
    setupFiles: ['scripts/lib/law-seed.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'threads',
    maxWorkers: 2,
    // Most of a short file's time goes into loading what it tests: files of one worker share it.
    isolate: false,
    retry: RETRY_OF_SLOW,
  },
})
